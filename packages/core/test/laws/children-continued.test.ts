import { describe, expect, it } from "vitest";
import type { Reply, WireAnswer } from "../http/model-server.ts";
import { dieAtEach } from "./die-at-each.ts";
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

  it("continues its thread by its id after its process died again and again and it was set aside", async () => {
    const seen: string[] = [];
    let learner: string | undefined;
    const tree = await liveThroughTree({
      script: continued(() => ({ text: "learned" }), seen),
      // Every process dies before it can store the agent's answer.
      diesIn: (entries) => {
        for (const entry of entries)
          if (entry.kind === "event" && entry.type === "child.spawned") learner ??= entry.data.childTraceId;
        return entries.some(
          (entry) => entry.traceId === learner && entry.kind === "message" && entry.role === "assistant",
        );
      },
    });
    const runs = (await tree.family()).map(({ task: name, status, failure }) => [
      name,
      status,
      failure?.code,
    ]);
    expect(runs).toEqual([
      ["Do it", "completed", undefined],
      ["learn", "interrupted", "CRASH_LOOP"],
      ["recall", "completed", undefined],
    ]);
    expect((await tree.find("recall")).origin).toMatchObject({ kind: "continues", traceId: learner });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^learn \| (?:.* \| )?recall$/su);
    expect(await results(tree)).toMatchObject([
      expect.stringMatching(/^error: .*interrupted/su),
      expect.stringMatching(/^ok: .*recalled/su),
    ]);
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

/** "scout" learns in the first turn and is asked again, by its name or its id, in the second. */
function twoTurns(address: "name" | "id", seen: string[]) {
  return ({ task: asked, texts, results: read }: TreeRequest): WireAnswer => {
    if (asked === "Do it") {
      if (read.length === 0) return { calls: [task("t1", { prompt: "learn", name: "scout" })] };
      if (!texts.includes("Go on")) return { text: "first done" };
      const id = /id="(?<id>[^"]+)"/u.exec(read[0] ?? "")?.groups?.["id"] ?? "";
      const who = address === "name" ? { name: "scout" } : { continue: id };
      return read.length === 1 ? { calls: [task("t2", { prompt: "recall", ...who })] } : { text: "all done" };
    }
    if (texts.includes("recall")) {
      seen.push([...texts, ...read].join(" | "));
      return { text: "recalled" };
    }
    return read.length === 0
      ? { calls: [{ id: "r", name: "read", arguments: '{"path":"a"}' }] }
      : { text: "learned" };
  };
}

/** Checks that both turns ended, and that the second continued the thread of the agent of the first, once. */
async function expectContinued(tree: Tree, seen: readonly string[]): Promise<void> {
  const family = await tree.family();
  const learner = await tree.find("learn");
  expect(family.map(({ task: name, status }) => [name, status])).toEqual([
    ["Do it", "completed"],
    ["learn", "completed"],
    ["Go on", "completed"],
    ["recall", "completed"],
  ]);
  expect(family[3]?.origin).toMatchObject({ kind: "continues", traceId: learner.id });
  expect(family[3]?.rootId).toBe(family[2]?.id);
  // A death may repeat a request, but never drops anything from it.
  expect(new Set(seen)).toEqual(new Set(["learn | recall | content of a"]));
}

describe("an agent of an earlier turn", () => {
  it.each(["name", "id"] as const)("continues its thread in the next turn by its %s", async (address) => {
    const seen: string[] = [];
    const tree = await liveThroughTree({ script: twoTurns(address, seen), nextTurns: ["Go on"] });
    await expectContinued(tree, seen);
    expect(seen).toHaveLength(1);
  });

  it("continues its thread once, whenever a process dies in either turn", async () => {
    for (const isCommitted of [true, false])
      await dieAtEach(isCommitted, async (deathAt) => {
        const seen: string[] = [];
        const script = twoTurns("name", seen);
        const tree = await liveThroughTree({ script, nextTurns: ["Go on"], deathAt, isCommitted });
        await expectContinued(tree, seen);
        return tree.appends;
      });
  });
});

describe("an agent of another conversation", () => {
  it("is not continued by its name or its id: the name begins a new thread, the id is not found", async () => {
    const read: string[] = [];
    let id = "";
    const tree = await liveThroughTree({
      otherConversation: "Hello",
      script: ({ task: asked, texts, results: got }): WireAnswer => {
        if (asked === "Do it") {
          if (got.length === 0) return { calls: [task("t1", { prompt: "learn", name: "scout" })] };
          id = /id="(?<id>[^"]+)"/u.exec(got[0] ?? "")?.groups?.["id"] ?? "";
          return { text: "done" };
        }
        if (asked === "Hello") {
          if (got.length === 0) return { calls: [task("t2", { prompt: "recall", name: "scout" })] };
          return got.length === 1
            ? { calls: [task("t3", { prompt: "steal", continue: id })] }
            : { text: "all done" };
        }
        read.push(texts.join(" | "));
        return { text: "here you are" };
      },
    });
    expect(id).not.toBe("");
    expect(read).toEqual(["learn", "recall"]);
    const runs = (await tree.family()).map(({ task: name, origin }) => [name, origin]);
    expect(runs).toEqual([
      ["Do it", null],
      ["learn", null],
      ["Hello", null],
      ["recall", null],
    ]);
    const answers = (await tree.entries("Hello")).flatMap((entry) =>
      entry.kind === "message" && entry.role === "tool" ? [entry] : [],
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual(["ok", "error"]);
    expect(answers[1]?.output).toContain("has started no sub-agent");
  });
});
