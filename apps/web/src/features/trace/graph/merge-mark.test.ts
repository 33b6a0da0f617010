import { describe, expect, it } from "vitest";
import { mergeMark } from "./merge-mark.ts";

const TEXTS = {
  merged: (files: number) => `${files} merged`,
  conflicts: (left: number, files: number) => `${left} conflicts, ${files} merged`,
  unfinished: (left: number) => `${left} kept`,
  lost: "lost",
};
const markOf = (
  state: "merged" | "unfinished" | "lost",
  files: number,
  left: number,
): ReturnType<typeof mergeMark> =>
  mergeMark({ agent: { merged: { state, sequence: 7, files, left } } }, TEXTS);

describe("the mark of a sub-agent's merge", () => {
  it("counts the merged files, and says first what was not merged", () => {
    expect(markOf("merged", 3, 0)).toEqual({ kind: "merged", text: "3 merged", sequence: 7 });
    expect(markOf("merged", 3, 2)).toEqual({ kind: "conflicts", text: "2 conflicts, 3 merged", sequence: 7 });
    expect(markOf("merged", 0, 1)).toEqual({ kind: "conflicts", text: "1 conflicts, 0 merged", sequence: 7 });
  });

  it("differs for changes that were kept apart and a worktree that is lost", () => {
    expect(markOf("unfinished", 0, 2)).toEqual({ kind: "notMerged", text: "2 kept", sequence: 7 });
    expect(markOf("lost", 0, 0)).toEqual({ kind: "conflicts", text: "lost", sequence: 7 });
  });

  it("does not exist without changes, and without a worktree", () => {
    expect(markOf("merged", 0, 0)).toBeNull();
    expect(markOf("unfinished", 0, 0)).toBeNull();
    expect(mergeMark({ agent: { merged: null } }, TEXTS)).toBeNull();
  });
});
