// Yatzy. The task is in katas/yatzy/README.md.
const lines = require("fs").readFileSync(0, "utf8").split(/\r?\n/);
if (lines.at(-1) === "") lines.pop();

for (const line of lines) {
  console.log(0); // here it begins
}
