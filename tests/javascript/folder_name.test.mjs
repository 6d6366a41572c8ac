import assert from "node:assert/strict";
import { test } from "node:test";

import { folderName } from "../../dojo/browser/pages/folder_name.mjs";

for (const [typed, name] of [
  ["ada", "ada"],
  [" Ada & Zoë!", "Ada-Zoe"],
  ["José & Łukasz", "Jose-Lukasz"],
  ["Søren Straße", "Soren-Strasse"],
  ["..hidden", "hidden"],
  ["李", ""],
]) test(`“${typed}” gets the folder “${name}”`, () => assert.equal(folderName(typed), name));
