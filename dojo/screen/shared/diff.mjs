/* Two texts, line by line: the longest lines in common, between an equal beginning and an equal end. */
export function diffLines(old, now) {
  let start = 0, end = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const a = old.slice(start, old.length - end), b = now.slice(start, now.length - end);
  const rows = old.slice(0, start).map(line => [" ", line]);
  if (a.length * b.length > 4e6) {
    rows.push(...a.map(line => ["-", line]), ...b.map(line => ["+", line]));
  } else {
    const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; i--)
      for (let j = b.length - 1; j >= 0; j--)
        common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    let i = 0, j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] === b[j]) { rows.push([" ", a[i]]); i++; j++; }
      else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) rows.push(["-", a[i++]]);
      else rows.push(["+", b[j++]]);
    }
  }
  return rows.concat(old.slice(old.length - end).map(line => [" ", line]));
}
