import { describe, expect, it } from "vitest";
import type { WireAnswer } from "../http/model-server.ts";
import { dieAtEach } from "./die-at-each.ts";
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

const ASKS = { effect: "ask", reason: "It writes." } as const;
const ALLOWED = { effect: "allow" } as const;

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

  it.each(["approve", "edit", "deny"] as const)(
    "wait for a person without a worker while the others finish, and repeat nothing: %s",
    async (decision) => {
      let waits = 0;
      const tree = await liveThroughTree({
        script: twoTasks,
        decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
        onWaiting: async (waiting) => {
          waits += 1;
          expect(await statuses(waiting)).toEqual(["Do it waiting", "look completed", "change waiting"]);
          expect(await waiting.find("Do it")).toMatchObject({ waitingFor: "children" });
          await decideFor(waiting, "change", decision === "edit" ? { arguments: '{"path":"b"}' } : decision);
        },
      });
      expect(waits).toBe(1);
      expect(await statuses(tree)).toEqual(["Do it completed", "look completed", "change completed"]);
      const writes = { approve: ['write {"path":"a"}'], edit: ['write {"path":"b"}'], deny: [] };
      expect(tree.bench.tools.runs).toEqual(['read {"path":"a"}', ...writes[decision]]);
    },
  );

  it("read the whole tree once, however many agents without agents of their own it has", async () => {
    const reads: string[] = [];
    await liveThroughTree({
      script: ({ task: asked, results }) =>
        asked === "Do it" && results.length === 0
          ? { calls: ["a", "b", "c", "d", "e"].map((name) => task(name, name)) }
          : { text: "done" },
      onStart: ({ bench }) => {
        const { traces } = bench.ports;
        const family = traces.family.bind(traces);
        Object.assign(traces, {
          family: async (...query: Parameters<typeof family>) => {
            reads.push(query[1]);
            return await family(...query);
          },
        });
      },
    });
    expect(reads).toHaveLength(1);
  });

  it("surface an approval three levels deep, which another process reads the next day", async () => {
    const deeper: Readonly<Record<string, string>> = { "Do it": "one", one: "two", two: "three" };
    const seen: string[] = [];
    const tree = await liveThroughTree({
      script: ({ task: asked, results }) => {
        const next = deeper[asked];
        if (results.length > 0) return { text: `${asked} done: ${results.join("; ")}` };
        return next === undefined ? { calls: [call("write", "a")] } : { calls: [task("t", next)] };
      },
      decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
      onWaiting: async (waiting) => {
        seen.push(...(await waiting.family()).map(({ status, waitingFor }) => `${status} ${waitingFor}`));
        waiting.bench.clock.advance(24 * 3_600_000);
        await decideFor(waiting, "three", "approve");
      },
      lifetimeMs: null,
    });
    expect(seen).toEqual(["waiting children", "waiting children", "waiting children", "waiting approval"]);
    // Each run above says what it ultimately waits for.
    for (const above of ["Do it", "one", "two"])
      expect(await tree.entries(above)).toContainEqual(
        expect.objectContaining({
          type: "trace.status_changed",
          data: { status: "waiting", waitingFor: "children", ultimatelyFor: "approval" },
        }),
      );
    expect(tree.bench.tools.runs).toEqual(['write {"path":"a"}']);
    expect((await tree.entries("Do it")).at(-1)).toMatchObject({ data: { status: "completed" } });
  });

  it("cannot be nested deeper than three, nor started by an agent at that depth", async () => {
    const tree = await liveThroughTree({
      script: ({ task: asked, results }) =>
        results.length > 0 ? { text: results.join("; ") } : { calls: [task("t", `${asked}+`)] },
    });
    expect(await statuses(tree)).toEqual(["", "+", "++", "+++"].map((depth) => `Do it${depth} completed`));
    const deepest = await tree.find("Do it+++");
    expect(deepest.agent.tools).not.toContain("task");
  });

  it("are at most 64 in one run, at all depths; the rest is refused with the reason", async () => {
    // No divisor of 64, so that several calls at once meet the limit.
    const branches = (call: number) => Array.from({ length: 7 }, (_, index) => `branch ${call}.${index}`);
    const tree = await liveThroughTree({
      script: ({ task: asked, results }) => {
        if (asked !== "Do it" || results.length > 0) return { text: `${asked} seen` };
        const calls = Array.from({ length: 10 }, (_, index) => ({
          ...{ id: `e${index}`, name: "explore", arguments: JSON.stringify({ branches: branches(index) }) },
        }));
        return { calls };
      },
    });
    expect(await tree.family()).toHaveLength(65);
    const results = (await tree.entries("Do it")).flatMap((entry) =>
      entry.kind === "message" && entry.role === "tool" ? [entry.output] : [],
    );
    expect(results).toHaveLength(10);
    expect(results.join("\n")).toContain("This run has started 64 sub-agents");
  });

  it("mark claims that their log does not support, in the log and for the model of the run", async () => {
    const tree = await liveThroughTree({
      script: ({ task: asked, results }) => {
        if (asked === "Do it") return results.length > 0 ? { text: "done" } : { calls: [task("t", "fix")] };
        return results.length > 0
          ? { text: "I fixed src/page.ts and all tests pass." }
          : { calls: [call("read", "src/page.ts")] };
      },
    });
    const entries = await tree.entries("Do it");
    const line = '"I fixed src/page.ts and all tests pass.": its log has no such run';
    const finished = entries.find((entry) => entry.kind === "event" && entry.type === "child.finished");
    expect(finished).toMatchObject({ data: { unverified: [line] } });
    const result = entries.find((entry) => entry.kind === "message" && entry.role === "tool");
    expect(result).toMatchObject({ output: expect.stringContaining(`- ${line}`) as unknown });
  });

  it("count as repetitions of their run when it hands out the same task again and again", async () => {
    let position = 0;
    const tree = await liveThroughTree({
      script: ({ task: asked }) =>
        asked === "Do it" ? { calls: [task(`t${(position += 1)}`, "look")] } : { text: "Nothing found." },
    });
    expect((await tree.family()).length).toBeLessThan(12);
    const detected = (await tree.entries("Do it")).flatMap((entry) =>
      entry.kind === "event" && entry.type === "loop.detected" ? [entry.data.action] : [],
    );
    expect(detected).toContain("denied");
  });

  it("end with their run when it is canceled, running or waiting", async () => {
    const tree = await liveThroughTree({
      script: twoTasks,
      decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
      onWaiting: async ({ bench, rootId }) =>
        await bench.signal(rootId, "c", { kind: "cancel", payload: { reason: "enough" } }),
    });
    expect(await statuses(tree)).toEqual(["Do it cancelled", "look completed", "change cancelled"]);
    const ends = (await tree.entries("Do it")).flatMap((entry) =>
      entry.kind === "event" && entry.type === "child.finished" ? [entry.data.status] : [],
    );
    expect(ends).toEqual(["completed", "cancelled"]);
    expect(tree.bench.tools.runs).toEqual(['read {"path":"a"}']);
  });

  it("can be canceled alone; the run reads what was done so far", async () => {
    const tree = await liveThroughTree({
      script: twoTasks,
      decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
      onWaiting: async ({ bench, find }) =>
        await bench.signal((await find("change")).id, "c", { kind: "cancel", payload: { reason: "enough" } }),
    });
    expect(await statuses(tree)).toEqual(["Do it completed", "look completed", "change cancelled"]);
    const results = (await tree.entries("Do it")).flatMap((entry) =>
      entry.kind === "message" && entry.role === "tool" ? [entry] : [],
    );
    expect(results[1]).toMatchObject({ outcome: "error", title: "general cancelled after 1 step" });
    expect(results[1]?.output).toContain("was canceled; what follows is partial work");
  });

  it.each([true, false])(
    "start once, act once and are never lost when a process dies at any append, committed: %s",
    async (isCommitted) => {
      await dieAtEach(isCommitted, async (deathAt) => {
        const tree = await liveThroughTree({
          script: twoTasks,
          ...{ deathAt, isCommitted },
          decide: ({ tool }) => (tool === "write" ? ASKS : ALLOWED),
          onWaiting: async (waiting) => await decideFor(waiting, "change", "approve"),
        });
        const name = `death at ${deathAt}`;
        expect(await statuses(tree), name).toEqual([
          ...["Do it completed", "look completed", "change completed"],
        ]);
        const entries = await tree.entries("Do it");
        for (const type of ["child.spawned", "child.finished"] as const)
          expect(
            entries.filter((entry) => entry.kind === "event" && entry.type === type),
            name,
          ).toHaveLength(2);
        const results = entries.filter((entry) => entry.kind === "message" && entry.role === "tool");
        expect(results, name).toHaveLength(2);
        expect(tree.bench.tools.count("write"), name).toBeLessThanOrEqual(1);
        return tree.appends;
      });
    },
  );
});

describe("a denial", () => {
  const two = (prompts: readonly string[]) => prompts.map((prompt, index) => task(`t${index}`, prompt));
  /** One agent is denied; another one, started later, tries the same. */
  const detour =
    (second: { readonly name: string; readonly path: string }, denied = "a") =>
    ({ task: asked, results }: TreeRequest): WireAnswer => {
      if (asked === "Do it") {
        const prompt = ["first", "second"][results.length];
        return prompt === undefined ? { text: "given up" } : { calls: two([prompt]) };
      }
      if (results.length > 0) return { text: results.join("; ") };
      return { calls: [asked === "first" ? call("write", denied) : call(second.name, second.path)] };
    };

  it("applies to every agent of the run, although the rules allow the call to another agent", async () => {
    for (const isCommitted of [true, false])
      await dieAtEach(isCommitted, async (deathAt) => {
        let isDenied = false;
        const tree = await liveThroughTree({
          ...{ script: detour({ name: "write", path: "a" }), deathAt, isCommitted },
          decide: ({ tool }) => (tool === "write" && !isDenied ? ASKS : ALLOWED),
          onWaiting: async (waiting) => {
            isDenied = true;
            await decideFor(waiting, "first", "deny");
          },
        });
        const name = `death at ${deathAt}, committed: ${isCommitted}`;
        expect(tree.bench.tools.runs, name).toEqual([]);
        const results = (await tree.entries("second")).flatMap((entry) =>
          entry.kind === "message" && entry.role === "tool" ? [entry] : [],
        );
        expect(results, name).toMatchObject([{ outcome: "denied", refusal: "person" }]);
        expect(results[0]?.output, name).toContain(
          'denied this very call to another agent of this run. Reason: "No."',
        );
        return tree.appends;
      });
  });

  it.each([
    { attempt: "another change of the same file", name: "overwrite", path: "./notes.md" },
    { attempt: "a command that writes the same file", name: "shell", path: "echo done > ./notes.md" },
    { attempt: "a program that writes it", name: "shell", path: "open('notes.md', 'w').write('done')" },
  ])("requires a person to decide on $attempt by another agent", async ({ name, path }) => {
    let denied = false;
    const tree = await liveThroughTree({
      script: detour({ name, path }, "notes.md"),
      decide: ({ tool }) => (tool === "write" && !denied ? ASKS : ALLOWED),
      onWaiting: async (waiting) => {
        const isFirst = !denied;
        denied = true;
        if (isFirst) return await decideFor(waiting, "first", "deny");
        const requested = (await waiting.entries("second")).find(
          (entry) => entry.kind === "event" && entry.type === "approval.requested",
        );
        expect(requested).toMatchObject({
          data: { reason: expect.stringContaining("denied a change of the same target") as unknown },
        });
        await decideFor(waiting, "second", "deny");
      },
    });
    expect(denied).toBe(true);
    expect(tree.bench.tools.runs).toEqual([]);
    const results = (await tree.entries("second")).flatMap((entry) =>
      entry.kind === "message" && entry.role === "tool" ? [entry] : [],
    );
    expect(results).toMatchObject([{ outcome: "denied", refusal: "person" }]);
  });

  it("lets a person allow what was denied to another agent", async () => {
    let denied = false;
    const tree = await liveThroughTree({
      script: detour({ name: "overwrite", path: "./a" }),
      decide: ({ tool }) => (tool === "write" && !denied ? ASKS : ALLOWED),
      onWaiting: async (waiting) => {
        const decision = denied ? "approve" : "deny";
        denied = true;
        await decideFor(waiting, decision === "deny" ? "first" : "second", decision);
      },
    });
    expect(tree.bench.tools.runs).toEqual(['write {"path":"./a"}']);
  });
});
