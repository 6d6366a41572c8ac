/* The name of a pair's folder, in the letters a to z, from the name that somebody has typed. */

// what no accent can be taken off from
const LETTERS = {
  ł: "l", Ł: "L", ø: "o", Ø: "O", đ: "d", Đ: "D", ı: "i", ß: "ss", æ: "ae", Æ: "Ae", œ: "oe", Œ: "Oe", þ: "th", Þ: "Th",
};

/** Returns the name of a folder; of “Łucja & Zoë” it is Lucja-Zoe, and of what has no such letters it is empty. */
export function folderName(text) {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "");
  const letters = [...bare].map((letter) => LETTERS[letter] ?? letter).join("");
  return letters.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+|-+$/g, "");
}
