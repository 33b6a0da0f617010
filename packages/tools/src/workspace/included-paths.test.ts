import { expect, it } from "vitest";
import { includedPaths } from "./included-paths.ts";

it.each([
  ["@docs/rules.md", ["docs/rules.md"]],
  ["See @README.md and (@./a/b.txt), then @../up.md.", ["README.md", "./a/b.txt", "../up.md"]],
  ["Write to me@example.org or @someone; install @types/node.", []],
  ["`@code.md` and\n```\n@fenced.md\n```\n@real.md @real.md", ["real.md"]],
  ["```\n@never-closed.md", []],
])("finds the files that %j includes", (text, paths) => {
  expect(includedPaths(text)).toEqual(paths);
});

it("takes time in proportion to the text", () => {
  expect(includedPaths(`@${"a/".repeat(100_000)}`)).toEqual([]);
  expect(includedPaths("`".repeat(200_000))).toEqual([]);
});
