import { expect, it } from "vitest";
import { commandParts } from "./command-parts.ts";

it.each([
  ["cd a && /usr/bin/npm publish --tag next; sudo -n rm -rf b", ["npm publish next", "rm b"]],
  ["CI=1 env A=2 npx tsc || command time make", ["tsc", "make"]],
  ["a | b\nc & d", ["a", "b", "c", "d"]],
  ["bash -lc 'git push'", ["bash git push"]],
  ["cd a", []],
])("reads the programs of %j", (text, parts) => {
  expect(commandParts(text).map((words) => words.join(" "))).toEqual(parts);
});
