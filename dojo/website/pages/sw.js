
/* The pages come from the network while there is one, so that nobody reads an old one; files of Python never change
   below their address. */

const scope = new URL(registration.scope);
// one host may have several sites, each below a path of its own
const OURS = `dojo ${scope.pathname} `;
const NAME = `${OURS}${VERSION}`;
const PYTHON = `${OURS}python`;

async function keepAll() {
  const kept = await caches.open(NAME);
  // one after the other: a page that somebody waits for comes first
  for (const path of PAGES) await kept.add(new URL(path, scope)).catch(() => {});
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== NAME && name !== PYTHON);
  await Promise.all(old.map((name) => caches.delete(name)));
  const kept = await caches.open(PYTHON);
  const isOld = ({ url }) => !url.startsWith(new URL(PYTHON_FOLDER, scope).href);
  await Promise.all((await kept.keys()).filter(isOld).map((request) => kept.delete(request)));
  await clients.claim();
}

async function fromKept(name, request, more) {
  const kept = await caches.open(name);
  return kept.match(request, more);
}

async function answerPython(request) {
  const known = await fromKept(PYTHON, request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const kept = await caches.open(PYTHON);
    await kept.put(request, answer.clone());
  }
  return answer;
}

async function answerPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const address = new URL(request.url);
    if (address.pathname.endsWith("/")) address.pathname += "index.html";
    const known = await fromKept(NAME, address.href, { ignoreSearch: true });
    if (known) return known;
    throw error;
  }
}

async function keepPython(addresses) {
  const kept = await caches.open(PYTHON);
  for (const address of addresses) if (!await kept.match(address)) await kept.add(address).catch(() => {});
}

addEventListener("message", (event) => event.waitUntil(keepPython(event.data.keep)));
addEventListener("install", (event) => { skipWaiting(); event.waitUntil(keepAll()); });
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope.href)) return;
  const isPython = request.url.slice(scope.href.length).startsWith("python/");
  event.respondWith(isPython ? answerPython(request) : answerPage(request));
});
