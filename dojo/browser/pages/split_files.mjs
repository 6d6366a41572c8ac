/* Which files of a pair the page shows, and in which of its panes. */

const OF_TESTS = /(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/;
const IDEAS = "ideas.txt"; // the list of what to test, of those who write the tests

export const isPython = (name) => name.endsWith(".py");

/** The names of the files in each pane: of the code, and of the tests. One who gets the tests has all in one. */
export function splitFiles(names, isOwn) {
  const isOfTests = (name) => OF_TESTS.test(name) || name === IDEAS;
  const code = names.filter((name) => isPython(name) && !isOfTests(name));
  if (!isOwn) return { code: [...code, ...names.filter((name) => isPython(name) && isOfTests(name))], tests: [] };
  const tests = names.filter(isOfTests);
  // the file of tests is typed in more often than the list
  tests.sort((one, other) => isPython(other) - isPython(one));
  return { code, tests };
}
