/* Two texts, line by line: what dojo/diff.py finds, step by step as it does; the reasons are there. */
export function diffLines(old, now) {
  const rows = [];
  let oldPlace = 0, newPlace = 0;
  const takeCommon = (end) => {
    while (oldPlace < end) { rows.push([" ", old[oldPlace++]]); newPlace++; }
  };
  for (const hunk of findHunks(old, now)) {
    takeCommon(hunk.oldStart);
    while (oldPlace < hunk.oldEnd) rows.push(["-", old[oldPlace++]]);
    while (newPlace < hunk.newEnd) rows.push(["+", now[newPlace++]]);
  }
  takeCommon(old.length);
  return rows;
}

function findHunks(old, now) {
  const hunks = [];
  let oldPlace = 0, newPlace = 0;
  for (const [oldMatch, newMatch] of [...matchLines(old, now), [old.length, now.length]]) {
    if (oldMatch !== oldPlace || newMatch !== newPlace)
      hunks.push({ oldStart: oldPlace, oldEnd: oldMatch, newStart: newPlace, newEnd: newMatch });
    oldPlace = oldMatch + 1;
    newPlace = newMatch + 1;
  }
  return slideHunks(hunks, old, now);
}

function matchLines(old, now) {
  const shorter = Math.min(old.length, now.length);
  let start = 0, end = 0;
  while (start < shorter && old[start] === now[start]) start++;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const oldPlaces = findCandidates(old, now, start, old.length - end);
  const newPlaces = findCandidates(now, old, start, now.length - end);
  const middle = matchCandidates(oldPlaces.map((place) => old[place]), newPlaces.map((place) => now[place]));
  const matches = [];
  for (let place = 0; place < start; place++) matches.push([place, place]);
  for (const [i, j] of middle) matches.push([oldPlaces[i], newPlaces[j]]);
  for (let n = end; n > 0; n--) matches.push([old.length - n, now.length - n]);
  return matches;
}

function findCandidates(lines, others, start, end) {
  const SEARCH_LINES = 100;
  const counts = new Map();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  let frequent = 1;
  for (let quarter = lines.length; quarter; quarter = Math.floor(quarter / 4)) frequent *= 2;
  frequent = Math.min(frequent, 1024);

  const countNeighbours = (place, last, step) => {
    let common = 0, lacking = 0;
    for (let near = place + step; near !== last + step; near += step) {
      const count = counts.get(lines[near]) ?? 0;
      if (0 < count && count < frequent) break;
      if (count) common++;
      else lacking++;
    }
    return { common, lacking };
  };

  const candidates = [];
  for (let place = start; place < end; place++) {
    const count = counts.get(lines[place]) ?? 0;
    if (count >= frequent) {
      const above = countNeighbours(place, Math.max(start, place - SEARCH_LINES), -1);
      const below = countNeighbours(place, Math.min(end - 1, place + SEARCH_LINES), 1);
      const common = above.common + 1 + below.common + 1;
      const lacking = above.lacking + below.lacking;
      if (above.lacking && below.lacking && lacking > 3 * common) continue;
    }
    if (count) candidates.push(place);
  }
  return candidates;
}

function matchCandidates(old, now) {
  const size = old.length;
  const bit = (i) => 1n << BigInt(size - 1 - i);
  const allBits = (1n << BigInt(size)) - 1n;
  const bitsOfLine = new Map();
  old.forEach((line, i) => bitsOfLine.set(line, (bitsOfLine.get(line) ?? 0n) | bit(i)));
  let row = allBits;
  const rows = [row];
  for (const line of [...now].reverse()) {
    const matching = row & (bitsOfLine.get(line) ?? 0n);
    row = ((row + matching) | (row - matching)) & allBits;
    rows.push(row);
  }
  rows.reverse();

  const matches = [];
  let i = 0, j = 0;
  while (i < size && j < now.length) {
    if (old[i] === now[j]) matches.push([i++, j++]);
    else if (rows[j] & bit(i)) i++;
    else j++;
  }
  return matches;
}

function slideHunks(hunks, old, now) {
  const waiting = hunks.reverse();
  const settled = [];
  while (waiting.length) {
    const hunk = waiting.pop();
    if (hunk.oldEnd > hunk.oldStart && hunk.newEnd > hunk.newStart) {
      settled.push(hunk);
      continue;
    }
    const below = waiting.at(-1);
    const nextStart = below ? below.oldStart : old.length;
    const down = countStepsDown(hunk, nextStart, old, now);
    if (below && hunk.oldEnd + down === nextStart) {
      waiting[waiting.length - 1] = { ...below, oldStart: hunk.oldStart + down, newStart: hunk.newStart + down };
      continue;
    }
    const above = settled.at(-1);
    const lastEnd = above ? above.oldEnd : 0;
    const up = countStepsUp(hunk, lastEnd, old, now);
    if (above && hunk.oldStart - up === lastEnd) {
      settled[settled.length - 1] = { ...above, oldEnd: hunk.oldEnd - up, newEnd: hunk.newEnd - up };
      continue;
    }
    settled.push({
      oldStart: hunk.oldStart + down, oldEnd: hunk.oldEnd + down,
      newStart: hunk.newStart + down, newEnd: hunk.newEnd + down,
    });
  }
  return settled;
}

function countStepsDown(hunk, last, old, now) {
  const { lines, start, end } = changedLines(hunk, old, now);
  let down = 0;
  while (hunk.oldEnd + down < last && lines[start + down] === lines[end + down]) down++;
  return down;
}

function countStepsUp(hunk, first, old, now) {
  const { lines, start, end } = changedLines(hunk, old, now);
  let up = 0;
  while (hunk.oldStart - up > first && lines[start - 1 - up] === lines[end - 1 - up]) up++;
  return up;
}

function changedLines(hunk, old, now) {
  return hunk.oldEnd > hunk.oldStart
    ? { lines: old, start: hunk.oldStart, end: hunk.oldEnd }
    : { lines: now, start: hunk.newStart, end: hunk.newEnd };
}
