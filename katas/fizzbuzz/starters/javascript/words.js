// FizzBuzz. The task is in katas/fizzbuzz/README.md.
const lines = require("fs").readFileSync(0, "utf8").split(/\r?\n/);
if (lines.at(-1) === "") lines.pop();

for (const line of lines) {
  console.log(line); // here it begins
}
