import { expect, it } from "vitest";
import { changedLines } from "./changed-lines.ts";

const contents = {
  name: "Load tests",
  description: "Ask first",
  keywords: ["压测"],
  content: "Rule: Ask. Why: Staging.",
};

it("names only the sentences that differ", () => {
  const after = { ...contents, content: "Rule: Ask. Why: An incident.", description: "Ask before" };
  expect(changedLines(contents, after)).toEqual([
    { kind: "removed", text: "Ask first" },
    { kind: "removed", text: "Why: Staging." },
    { kind: "added", text: "Ask before" },
    { kind: "added", text: "Why: An incident." },
  ]);
  expect(changedLines(contents, contents)).toEqual([]);
});
