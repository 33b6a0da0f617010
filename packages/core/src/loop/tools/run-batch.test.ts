import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ToolCall } from "../../log/message.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { defineTool, type Tool } from "../../ports/tool.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import { MAX_PARALLEL_TOOLS } from "../../tunables.ts";
import { runBatch } from "./run-batch.ts";
import { toolStep } from "./tool-step.ts";

/** Tools whose calls end when the test says so. */
function createGates(): {
  readonly running: readonly string[];
  readonly tool: (name: string, more?: Partial<Tool>) => Tool;
  end(toolCallId: string): Promise<void>;
} {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    running,
    tool: (name, more = {}) =>
      defineTool({
        ...{ name, description: "d", input: z.object({}) },
        execute: async (_, { toolCallId }) => {
          running.push(toolCallId);
          await new Promise<void>((resolve) => ends.set(toolCallId, resolve));
          return `result of ${toolCallId}`;
        },
        ...more,
      }),
    end: async (toolCallId) => {
      ends.get(toolCallId)?.();
      await settled();
    },
  };
}
const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
const readOnly = { annotations: { readOnlyHint: true } };

async function batch(calls: readonly Partial<ToolCall>[], tools: readonly Tool[]): Promise<LoopRun> {
  return await createLoopRun({ tools, log: (log) => void log.assistant({ calls }) });
}
/** The content of each commit: started calls, and results by call. */
const commits = (run: LoopRun): readonly (readonly string[])[] =>
  run.commits.map(({ entries }) =>
    entries.map((entry) => {
      if (entry.kind === "message" && entry.role === "tool") return entry.toolCallId;
      return entry.kind === "event" && entry.type === "tool.started"
        ? `start ${entry.data.toolCallId}`
        : entry.kind;
    }),
  );

describe("runBatch", () => {
  it("runs calls with effects one after another, each durable before the next", async () => {
    const { tool, running, end } = createGates();
    const run = await batch(
      [
        { id: "a", name: "write" },
        { id: "b", name: "write" },
      ],
      [tool("write")],
    );
    const done = runBatch(run.context);
    await settled();
    expect(running).toEqual(["a"]);
    expect(commits(run)).toEqual([["start a"]]);
    await end("a");
    expect(running).toEqual(["a", "b"]);
    await end("b");
    await done;
    expect(commits(run)).toEqual([["start a"], ["a"], ["start b"], ["b"]]);
  });

  it("commits the last result of a single call that only reads with the next step", async () => {
    const { tool, end } = createGates();
    const run = await batch([{ id: "a", name: "look" }], [tool("look", readOnly)]);
    const done = runBatch(run.context);
    await settled();
    await end("a");
    await done;
    expect(commits(run)).toEqual([]);
    expect((await run.written()).map((entry) => entry.kind)).toEqual(["event", "message"]);
  });

  it("runs calls that only read in parallel and records them in order", async () => {
    const { tool, running, end } = createGates();
    const calls = ["a", "b", "c"].map((id) => ({ id, name: "look" }));
    const run = await batch(calls, [tool("look", readOnly)]);
    const done = runBatch(run.context);
    await settled();
    expect(running).toEqual(["a", "b", "c"]);
    expect(commits(run)).toEqual([["start a", "start b", "start c"]]);
    await end("c");
    await end("a");
    await end("b");
    await done;
    expect(commits(run)).toEqual([
      ["start a", "start b", "start c"],
      ["a", "b", "c"],
    ]);
  });

  it("commits each result at once where parallel calls have effects", async () => {
    const { tool, end } = createGates();
    const calls = [
      { id: "a", name: "send" },
      { id: "b", name: "look" },
      { id: "c", name: "gone", problem: { kind: "unknown_tool", message: "m" } as const },
    ];
    const run = await batch(calls, [tool("send", { parallel: "safe" }), tool("look", readOnly)]);
    const done = runBatch(run.context);
    await settled();
    expect(commits(run)).toEqual([["start a", "start b"]]);
    await end("a");
    expect(commits(run).slice(1)).toEqual([["a"]]);
    await end("b");
    await done;
    expect(commits(run).slice(2)).toEqual([["b", "c"]]);
  });

  it("runs a call with effects that is not declared safe after the others", async () => {
    const { tool, running, end } = createGates();
    const calls = [
      { id: "a", name: "look" },
      { id: "b", name: "write" },
    ];
    const run = await batch(calls, [tool("look", readOnly), tool("write")]);
    const done = runBatch(run.context);
    await settled();
    expect(running).toEqual(["a"]);
    await end("a");
    expect(commits(run)).toEqual([["start a", "a"], ["start b"]]);
    await end("b");
    await done;
    const unknown = await batch(
      [
        { id: "a", name: "look" },
        { id: "b", name: "gone" },
      ],
      [tool("look", readOnly)],
    );
    const rest = runBatch(unknown.context);
    await settled();
    await end("a");
    await rest;
    expect(commits(unknown)).toEqual([["start a", "a"]]);
  });

  it("runs a limited number at a time", async () => {
    const { tool, running, end } = createGates();
    const ids = Array.from({ length: MAX_PARALLEL_TOOLS + 1 }, (_, index) => `c${index}`);
    const run = await batch(
      ids.map((id) => ({ id, name: "look" })),
      [tool("look", readOnly)],
    );
    const done = runBatch(run.context);
    await settled();
    expect(running).toEqual(ids.slice(0, -1));
    await end("c3");
    expect(running).toEqual([...ids.slice(0, -1), ids.at(-1)]);
    for (const id of ids) await end(id);
    await done;
    expect(commits(run)[1]).toEqual(ids);
  });
});

describe("a cancel between the logged start of a call and its execution", () => {
  const cancelAtStart = async (calls: readonly Partial<ToolCall>[], more: Partial<Tool>): Promise<void> => {
    const { tool, running } = createGates();
    const run = await batch(calls, [tool("work", more)]);
    const { writer } = run.context;
    const { flush } = writer;
    writer.flush = async () => {
      await flush();
      run.cancel();
    };
    await runBatch(run.context);
    expect(running).toEqual([]);
    const results = (await run.written()).filter((entry) => entry.kind === "message");
    expect(results).toMatchObject(
      calls.map(({ id }) => ({ toolCallId: id, outcome: "cancelled", output: resultsPrompt.runEnded })),
    );
    expect(commits(run)[0]?.[0]).toBe(`start ${calls[0]?.id}`);
  };

  it("leaves a result that says that the call never ran", async () => {
    await cancelAtStart([{ id: "a", name: "work" }], {});
  });

  it("leaves such a result for each call of a parallel batch", async () => {
    await cancelAtStart(
      ["a", "b"].map((id) => ({ id, name: "work" })),
      { parallel: "safe" },
    );
  });
});

describe("toolStep", () => {
  const look = defineTool({ name: "look", description: "d", input: z.object({}), execute: () => "done" });
  const loop = { detector: "same_call", count: 3, evidence: "look {}" } as const;
  const outputs = async (run: LoopRun): Promise<unknown[]> =>
    (await run.written()).flatMap((entry) =>
      entry.kind === "message" && entry.role === "tool" ? [[entry.outcome, entry.title, entry.output]] : [],
    );

  it("runs the calls of a run that continues", async () => {
    const run = await batch([{ name: "look" }], [look]);
    await toolStep(run.context);
    expect(await outputs(run)).toEqual([["ok", "done", "done"]]);
  });

  it("skips all calls after a cancel and after the final call", async () => {
    const calls = [
      { id: "a", name: "look" },
      { id: "b", name: "look" },
    ];
    const canceled = await createLoopRun({
      tools: [look],
      log: (log) => {
        log.assistant({ calls });
        log.event({ type: "tool.started", data: { toolCallId: "b", toolName: "look", effect: "read_only" } });
      },
    });
    canceled.context.state.canceled = { reason: null };
    await toolStep(canceled.context);
    expect(canceled.commits).toEqual([]);
    expect(await outputs(canceled)).toEqual([
      ["cancelled", "cancelled", resultsPrompt.runEnded],
      ["cancelled", "cancelled", resultsPrompt.stopped],
    ]);
    const final = await batch(calls, [look]);
    final.context.state.finalRequested = true;
    await toolStep(final.context);
    expect(final.commits).toHaveLength(1);
    const denied = ["denied", "denied", resultsPrompt.afterFinal];
    expect(await outputs(final)).toEqual([denied, denied]);
    expect(await final.written()).toHaveLength(2);
  });

  it("denies calls that continue a loop and records the denial", async () => {
    const run = await createLoopRun({
      tools: [look],
      log: (log) => {
        for (const id of ["1", "2", "3"]) {
          log.assistant({ calls: [{ id, name: "look" }] });
          log.tool(id, { toolName: "look" });
        }
        log.event({ type: "loop.detected", data: { ...loop, action: "noted", sequences: [2, 4, 6] } });
        log.assistant({ calls: [{ id: "4", name: "look" }] });
      },
    });
    await toolStep(run.context);
    expect(run.commits).toHaveLength(1);
    const output =
      "Not run. This repeats calls that produced nothing before (look {}). State another approach first.";
    expect(await outputs(run)).toEqual([["denied", "denied", output]]);
    expect((await run.written()).at(-1)).toEqual({
      ...{ kind: "event", type: "loop.detected", goalId: "root" },
      data: { ...loop, action: "denied", count: 4, sequences: [2, 4, 6] },
    });
  });
});
