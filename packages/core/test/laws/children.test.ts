import { describe, expect, it } from "vitest";
import type { WireAnswer } from "../http/model-server.ts";
import { decideFor, liveThroughTree, type Tree, type TreeRequest } from "./tree-lives.ts";

const task = (id: string, prompt: string, agent = "general") => ({
  id,
  name: "task",
  arguments: JSON.stringify({ agent, prompt }),
});
const call = (name: string, path: string) => ({
  id: `${name}-${path}`,
  name,
  arguments: JSON.stringify({ path }),
});

/** The root hands out two tasks; "look" reads, "change" writes. */
function twoTasks({ task: asked, results }: TreeRequest): WireAnswer {
  if (asked === "Do it")
    return results.length === 0
      ? { calls: [task("t1", "look"), task("t2", "change")] }
      : { text: "all done" };
  if (results.length > 0) return { text: `${asked}: ${results.join("; ")}` };
  return { calls: [asked === "look" ? call("read", "a") : call("write", "a")] };
}

async function statuses(tree: Tree): Promise<readonly string[]> {
  return (await tree.family()).map(({ task: name, status }) => `${name} ${status}`);
}

describe("sub-agents", () => {
  it("work as traces of their own below the run and report to it", async () => {
    const tree = await liveThroughTree({ script: twoTasks });
    expect(await statuses(tree)).toEqual(["Do it completed", "look completed", "change completed"]);
    const results = (await tree.entries("Do it")).flatMap((entry) =>
      entry.kind === "message" && entry.role === "tool" ? [entry.output] : [],
    );
    expect(results).toHaveLength(2);
    expect(results[0]).toContain("look: content of a");
    expect(results[1]).toContain("change: wrote a");
    const child = await tree.find("look");
    expect(child).toMatchObject({ rootId: tree.rootId, parentId: tree.rootId });
    expect(tree.bench.tools.runs.toSorted()).toEqual(['read {"path":"a"}', 'write {"path":"a"}']);
  });
});
