import { expect, it } from "vitest";
import { worktreeNote } from "./worktree-note.ts";

const merge = {
  ...{ childTraceId: "c", toolCallId: "t", agent: "general", diffBlob: null, unclear: [], files: [] },
  ...{ merged: 0, unfinished: false },
};
const file = (path: string) => ({ path, outcome: "conflict" as const, versionBlob: null });

it.each([
  ["merged files", { merged: 2 }, { outcome: "merged", merged: 2, paths: "" }],
  [
    "conflicts, not all of them by name",
    { merged: 1, files: [..."abcdefg"].map(file) },
    { outcome: "conflict", merged: 1, paths: "a, b, c, d, e", more: 2 },
  ],
  ["files that could not be read", { unclear: ["large"] }, { outcome: "conflict", paths: "large" }],
  ["unfinished work", { unfinished: true, files: [file("a")] }, { outcome: "kept", paths: "a", more: 0 }],
  ["a worktree that could not be read", { lost: true }, { outcome: "lost" }],
])("notes %s", (_, data, values) => {
  expect(worktreeNote({ ...merge, ...data }, "general")).toMatchObject({
    ...{ type: "plain", text: "worktree", values: { agent: "general", ...values } },
  });
});

it("says nothing about a worktree without changes", () => {
  expect(worktreeNote(merge, "general")).toBe(null);
});
