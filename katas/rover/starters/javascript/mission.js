// Mars rover. The task is in katas/rover/README.md.
const lines = require("fs").readFileSync(0, "utf8").split(/\r?\n/);
if (lines.at(-1) === "") lines.pop();

let rover = "";
for (const line of lines) {
  const [word, ...rest] = line.split(" ");
  if (word === "rover") rover = rest.join(" ");
  if (word === "go") console.log(rover); // here it begins
}
