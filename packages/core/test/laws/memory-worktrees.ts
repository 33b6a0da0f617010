import { z } from "zod";
import { defineTool, type Tool } from "../../src/ports/tool.ts";
import type { WorktreeFile, WorktreeMerge, Worktrees } from "../../src/ports/worktrees.ts";

type Files = Map<string, string>;

/** Folders in memory, with worktrees that survive the processes of a test. */
export type MemoryWorktrees = {
  readonly worktrees: Worktrees;
  readonly folders: ReadonlyMap<string, Files>;
  /** Writes a file of the folder in which its call runs. */
  readonly saveTool: Tool;
  /** The worktrees that were removed, in order. */
  readonly removed: readonly string[];
};

const hash = (text: string): string =>
  [...text]
    .reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
    .toString(16)
    .padStart(64, "0");

/** Creates it with the files of the project folder `/project`. */
export function createMemoryWorktrees(project: Readonly<Record<string, string>>): MemoryWorktrees {
  const folders = new Map<string, Files>([["/project", new Map(Object.entries(project))]]);
  const bases = new Map<string, Files>();
  const plans = new Map<string, WorktreeMerge>();
  const removed: string[] = [];
  const filesOf = (folder: string): Files => folders.get(folder) ?? new Map<string, string>();
  const plan = (id: string, how: "merge" | "keep"): WorktreeMerge => {
    const [base, theirs, ours] = [bases.get(id) ?? new Map(), filesOf(`/trees/${id}`), filesOf("/project")];
    const files: WorktreeFile[] = [];
    const changes: WorktreeMerge["changes"][number][] = [];
    for (const [path, text] of theirs) {
      if (base.get(path) === text) continue;
      const content = { encoding: "utf8", text, sha256: hash(text) } as const;
      if (how === "keep") files.push({ path, outcome: "kept", content });
      else if (ours.get(path) !== base.get(path)) files.push({ path, outcome: "conflict", content });
      else {
        files.push({ path, outcome: "merged", content: null });
        const data = { path, beforeBlob: null, afterBlob: hash(text), added: 1, removed: 0 };
        changes.push({ ...data, source: "command" });
      }
    }
    return { files, changes, diff: files.map(({ path }) => `diff of ${path}\n`).join(""), unclear: [] };
  };
  return {
    folders,
    removed,
    worktrees: {
      open: async (id, folder) => {
        const tree = `/trees/${id}`;
        if (folder.startsWith("/trees/")) return { ok: false, reason: "nested" };
        if (!folders.has(tree)) {
          folders.set(tree, new Map(filesOf(folder)));
          bases.set(id, new Map(filesOf(folder)));
        }
        return { ok: true, folder: tree };
      },
      merge: async (id, how) => {
        if (!folders.has(`/trees/${id}`)) return undefined;
        const merge = plans.get(id) ?? plan(id, how);
        plans.set(id, merge);
        for (const { path, outcome } of merge.files)
          if (outcome === "merged") filesOf("/project").set(path, filesOf(`/trees/${id}`).get(path) ?? "");
        return merge;
      },
      begun: async (ids) => [...plans.keys()].filter((id) => ids.includes(id)),
      remove: async (id) => {
        if (folders.delete(`/trees/${id}`)) removed.push(id);
      },
      removeRest: async () => {},
    },
    saveTool: defineTool({
      ...{
        name: "save",
        description: "Saves a file.",
        input: z.object({ path: z.string(), text: z.string() }),
      },
      annotations: { readOnlyHint: false, idempotentHint: true },
      subject: { kind: "path", field: "path" },
      parallel: "safe",
      execute: async ({ path, text }, { projectFolder, record }) => {
        filesOf(projectFolder ?? "").set(path, text);
        record({
          type: "file.changed",
          data: { path, beforeBlob: null, afterBlob: hash(text), added: 1, removed: 0 },
        });
        return `saved ${path} in ${projectFolder ?? "nowhere"}`;
      },
    }),
  };
}
