/* What lasts longer than the page, where the browser allows it. */

export function remembered(name, otherwise) {
  try { return localStorage.getItem(name) ?? otherwise; } catch { return otherwise; }
}

export function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* then it lasts until the reload */ }
}
