/* What a browser keeps of the katas that are done in it, and of Python: under a name each, in one store. */

const answered = (asked) => new Promise((resolve, reject) => {
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});
const opening = indexedDB.open("dojo", 1);
opening.onupgradeneeded = () => opening.result.createObjectStore("pairs");
const database = answered(opening);

async function stored(mode, action) {
  const transaction = (await database).transaction("pairs", mode);
  const answer = answered(action(transaction.objectStore("pairs")));
  // nothing else is asked of it. In WebKit, a page that is left before its end would keep all pages from the store.
  transaction.commit();
  return answer;
}

/** What is kept under a name; nothing if there is none, or if this browser keeps nothing. */
export const load = (name) => stored("readonly", (all) => all.get(name)).catch(() => {});

/** Keeps nothing under a name any more. */
export const erase = (name) => stored("readwrite", (all) => all.delete(name));

/** Keeps something under a name; fails where this browser keeps nothing. */
export const save = (name, what) => stored("readwrite", (all) => all.put(what, name));
