import { describe, expect, it } from "vitest";
import type { Reply, WireAnswer } from "../http/model-server.ts";
import { liveThroughTree, type Tree, type TreeRequest } from "./tree-lives.ts";

const task = (id: string, fields: object) => ({ id, name: "task", arguments: JSON.stringify(fields) });
const write = { id: "w", name: "write", arguments: JSON.stringify({ path: "a" }) };
const ASKS = { effect: "ask", reason: "It writes." } as const;
const ALLOWED = { effect: "allow" } as const;

/** The first attempt of the agent "learn". */
type Attempt = (request: TreeRequest) => WireAnswer | Reply;

/** The root hands out "learn", and then "recall" to the agent that had it, by its id. `seen` receives the texts which that agent has read. */
function continued(first: Attempt, seen: string[]) {
  return (request: TreeRequest): WireAnswer => {
    const { task: asked, texts, results } = request;
    if (asked === "Do it") {
      if (results.length === 0) return { calls: [task("t1", { prompt: "learn" })] };
      const id = /id="(?<id>[^"]+)"/u.exec(results[0] ?? "")?.groups?.["id"];
      return results.length === 1
        ? { calls: [task("t2", { prompt: "recall", continue: id ?? "" })] }
        : { text: "all done" };
    }
    if (!texts.includes("recall")) return first(request) as WireAnswer;
    seen.push(texts.join(" | "));
    return { text: "recalled" };
  };
}

async function results(tree: Tree): Promise<readonly string[]> {
  return (await tree.entries("Do it")).flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [`${entry.outcome}: ${entry.output}`] : [],
  );
}

describe("an agent that has ended", () => {
  it.each([
    {
      end: "completed",
      first: ({ results: read }: TreeRequest): WireAnswer =>
        read.length === 0
          ? { calls: [{ id: "r", name: "read", arguments: '{"path":"a"}' }] }
          : { text: "learned" },
    },
    {
      end: "failed",
      first: (): Reply => ({ kind: "status", status: 400, error: { message: "The provider is confused." } }),
    },
    { end: "cancelled", first: (): WireAnswer => ({ text: "First I write.", calls: [write] }) },
  ])("continues its thread by its id after it was $end", async ({ end, first }) => {
    const seen: string[] = [];
    let waits = 0;
    const tree = await liveThroughTree({
      script: continued(first, seen),
      decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
      onWaiting: async ({ bench, find }) => {
        waits += 1;
        await bench.signal((await find("learn")).id, "c", { kind: "cancel", payload: { reason: null } });
      },
    });
    expect(waits).toBe(end === "cancelled" ? 1 : 0);
    const runs = (await tree.family()).map(({ task: name, status, origin }) => [name, status, origin?.kind]);
    expect(runs).toEqual([
      ["Do it", "completed", undefined],
      ["learn", end, undefined],
      ["recall", "completed", "continues"],
    ]);
    // It has read all that it knew, and its new task once.
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^learn \| (?:.* \| )?recall$/su);
    expect((await results(tree))[1]).toMatch(/^ok: .*recalled/su);
  });

  it("is not found by an agent that did not start it, whatever id it names", async () => {
    const script = ({ task: asked, results: read, texts }: TreeRequest): WireAnswer => {
      if (asked === "Do it") {
        if (read.length === 0) return { calls: [task("t1", { prompt: "learn" })] };
        const id = /id="(?<id>[^"]+)"/u.exec(read[0] ?? "")?.groups?.["id"] ?? "";
        return read.length === 1 ? { calls: [task("t2", { prompt: `steal ${id}` })] } : { text: "all done" };
      }
      if (asked === "learn") return { text: texts.includes("take over") ? "stolen" : "learned" };
      const [, id = ""] = asked.split(" ");
      return read.length === 0
        ? { calls: [task("s", { prompt: "take over", continue: id })] }
        : { text: read[0] ?? "" };
    };
    const tree = await liveThroughTree({ script });
    const family = await tree.family();
    expect(family.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
    const thief = family[2]?.task ?? "";
    const refused = (await tree.entries(thief)).flatMap((entry) =>
      entry.kind === "message" && entry.role === "tool" ? [entry] : [],
    );
    expect(refused).toMatchObject([{ outcome: "error" }]);
    expect(refused[0]?.output).toContain("has started no sub-agent");
  });
});
