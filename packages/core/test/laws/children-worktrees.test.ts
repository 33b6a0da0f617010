import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/log/entry.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { createMemoryWorktrees } from "./memory-worktrees.ts";
import { IS_SOAK } from "../../src/testing/soak.ts";
import { liveThroughTree, type Tree, type TreeLives, type TreeRequest } from "./tree-lives.ts";

const call = (id: string, name: string, input: unknown) => ({ id, name, arguments: JSON.stringify(input) });
const task = (prompt: string, options: object = {}) => call(`t-${prompt}`, "task", { prompt, ...options });

type Saves = Readonly<Record<string, readonly (readonly [path: string, text: string])[]>>;

/** The root hands out the tasks together; each agent saves its files one after the other. */
const saving =
  (saves: Saves, options: object = { isolated: true }) =>
  ({ task: asked, results }: TreeRequest): WireAnswer => {
    const own = saves[asked];
    if (own === undefined)
      return results.length === 0
        ? { calls: Object.keys(saves).map((prompt) => task(prompt, options)) }
        : { text: "all done" };
    const [path, text] = own[results.length] ?? [];
    return path === undefined
      ? { text: `${asked} is done` }
      : { calls: [call(`s-${asked}-${String(results.length)}`, "save", { path, text })] };
  };

const SAVES: Saves = {
  one: [
    ["a", "one"],
    ["both", "one"],
  ],
  two: [
    ["b", "two"],
    ["both", "two"],
  ],
};

async function live(
  files: Readonly<Record<string, string>>,
  lives: Omit<TreeLives, "worktrees" | "projectFolder">,
) {
  const memory = createMemoryWorktrees(files);
  const tree = await liveThroughTree({
    ...{ ...lives, projectFolder: "/project", worktrees: memory.worktrees },
    tools: [memory.saveTool, ...(lives.tools ?? [])],
  });
  return { ...tree, memory };
}

const eventsOf = (entries: readonly Entry[], type: string) =>
  entries.filter((entry) => entry.kind === "event" && entry.type === type);

async function results(tree: Tree, name: string): Promise<readonly string[]> {
  return (await tree.entries(name)).flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry.output] : [],
  );
}

describe("agents in worktrees", () => {
  it("change files separately, and conflicts are reported with both versions", async () => {
    const tree = await live({ both: "old" }, { script: saving(SAVES) });
    expect((await tree.find("one")).projectFolder).toMatch(/^\/trees\//u);
    const project = Object.fromEntries(tree.memory.folders.get("/project") ?? []);
    expect(project).toMatchObject({ a: "one", b: "two" });
    expect(["one", "two"]).toContain(project["both"]);
    const loser = project["both"] === "one" ? "two" : "one";
    const report = (await results(tree, "Do it")).find((text) => text.includes(`${loser} is done`)) ?? "";
    const [, id] = /- both \(([0-9a-f]{16})\)/u.exec(report) ?? [];
    expect(id).toBeDefined();
    const root = await tree.entries("Do it");
    const merged = eventsOf(root, "child.merged").find((entry) =>
      JSON.stringify(entry).includes('"conflict"'),
    );
    expect(merged).toMatchObject({
      data: { unfinished: false, merged: 1, files: [{ path: "both", outcome: "conflict" }] },
    });
    const blob =
      merged?.kind === "event" && merged.type === "child.merged" ? merged.data.files[0]?.versionBlob : "";
    expect(blob?.startsWith(id ?? "-")).toBe(true);
    expect(
      await tree.bench.stores.blobs.get({ workspaceId: "workspace", personId: "person" }, blob ?? ""),
    ).toBeDefined();
    // Each change of the folder is in the log of the run whose folder it is, and a conflict of worktrees is not an overlap.
    expect(
      eventsOf(root, "file.changed")
        .map((entry) => entry.kind === "event" && entry.type === "file.changed" && entry.data.path)
        .toSorted(),
    ).toEqual(["a", "b", "both"]);
    expect(await results(tree, "one")).not.toEqual(expect.arrayContaining([expect.stringContaining("too")]));
    expect(tree.memory.removed).toHaveLength(2);
  });

  it("merge once, whenever a process dies", async () => {
    const script = saving(SAVES);
    const { appends } = await live({ both: "old" }, { script });
    // An odd step, so that batches are committed and lost in turn.
    for (let deathAt = 1; deathAt <= appends; deathAt += IS_SOAK ? 1 : 3) {
      const isCommitted = deathAt % 2 === 0;
      const tree = await live({ both: "old" }, { script, deathAt, isCommitted });
      const name = `death at ${String(deathAt)} of ${String(appends)}, ${isCommitted ? "committed" : "lost"}`;
      const root = await tree.entries("Do it");
      expect((await tree.find("Do it")).status, name).toBe("completed");
      const project = Object.fromEntries(tree.memory.folders.get("/project") ?? []);
      expect(project, name).toMatchObject({ a: "one", b: "two" });
      expect(eventsOf(root, "child.merged"), name).toHaveLength(2);
      expect(eventsOf(root, "file.changed"), name).toHaveLength(3);
      expect(JSON.stringify(eventsOf(root, "child.merged")).match(/"conflict"/gu), name).toHaveLength(1);
      // The merge of an agent always precedes its end.
      const types = root.flatMap((entry) => (entry.kind === "event" ? [entry.type] : []));
      const before = types.flatMap((type, index) => (type === "child.finished" ? [types[index - 1]] : []));
      expect(before, name).toEqual(["child.merged", "child.merged"]);
    }
  });

  it("hand over their changes when they are canceled, and merge none of them", async () => {
    const tree = await live(
      { a: "old" },
      {
        script: ({ task: asked, results: known }) => {
          if (asked === "one")
            return known.length === 0
              ? { calls: [call("s", "save", { path: "a", text: "half" })] }
              : { text: "", calls: [call("c", "fail", {})] };
          return known.length === 0 ? { calls: [task("one", { isolated: true })] } : { text: "done" };
        },
        decide: ({ tool }) =>
          tool === "fail" ? { effect: "ask", reason: "It fails." } : { effect: "allow" },
        onWaiting: async ({ bench, find }) => {
          const { id } = await find("one");
          await bench.signal(id, "stop", { kind: "cancel", payload: { reason: "Enough." } });
        },
      },
    );
    expect((await tree.find("one")).status).toBe("cancelled");
    expect(Object.fromEntries(tree.memory.folders.get("/project") ?? [])).toEqual({ a: "old" });
    const root = await tree.entries("Do it");
    expect(eventsOf(root, "child.merged")).toMatchObject([
      { data: { unfinished: true, merged: 0, files: [{ path: "a", outcome: "kept" }] } },
    ]);
    expect(eventsOf(root, "file.changed")).toEqual([]);
    expect((await results(tree, "Do it")).join("")).toMatch(/did not finish.*\n- a \([0-9a-f]{16}\)/u);
  });

  it("are background agents that may write, unless the call says otherwise", async () => {
    const folderOf = async (options: object, agent = "general") => {
      const tree = await live({}, { script: saving({ one: [["a", "one"]] }, { ...options, agent }) });
      return (await tree.find("one")).projectFolder?.replace(/[^/]*$/u, "");
    };
    expect(await folderOf({ background: true })).toBe("/trees/");
    expect(await folderOf({ background: true, isolated: false })).toBe("/");
    expect(await folderOf({})).toBe("/");
    expect(await folderOf({ isolated: true })).toBe("/trees/");
    expect(await folderOf({ isolated: true }, "explore")).toBe("/");
  });

  it("share the folder of their parent where no worktree can be made, and the report explains why", async () => {
    const script = ({ task: asked, results: known }: TreeRequest): WireAnswer => {
      if (known.length > 0) return { text: `${asked} done: ${known.join("")}` };
      if (asked === "two") return { calls: [call("s", "save", { path: "a", text: "two" })] };
      return { calls: [task(asked === "one" ? "two" : "one", { isolated: true })] };
    };
    const tree = await live({}, { script });
    const one = await tree.find("one");
    expect((await tree.find("two")).projectFolder).toBe(one.projectFolder);
    expect((await results(tree, "one")).join("")).toContain("share that worktree");
    expect(Object.fromEntries(tree.memory.folders.get("/project") ?? [])).toEqual({ a: "two" });
  });
});
