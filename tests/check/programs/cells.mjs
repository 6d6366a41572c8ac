// The colour and the reason of each test on some steps, in Python for the browser: node cells.mjs FOLDER KATA STEP …
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, kata, ...numbers] = process.argv.slice(2);
const { startPython } = await import(pathToFileURL(`${folder}/python.mjs`));
const home = JSON.parse(readFileSync(`${folder}/home.json`));
const start = (memory) => startPython(`${folder}/`, home, () => {}, memory);
const { memory } = await start();
const { python } = await start(memory); // as each start but the very first
python.globals.set("asked", python.toPy([kata, ...numbers.map(Number)]));
console.log(python.runPython(`
import json
from dojo.runner.run import run_all

kata, *numbers = asked
story, _ = browser.workspace.kata(kata)
found = {}
for step in map(story.step, numbers):
    with browser.suites.collect(story) as suite:
        run = suite.prepare_step(step, measured=False)
        run_all([run])
        found |= {f"{id} on {step.number}": [result.colour, result.why] for id, result in run.results.items()}
json.dumps(found)
`));
