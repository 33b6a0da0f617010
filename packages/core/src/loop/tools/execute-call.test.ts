import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { GoaltraceError } from "../../errors.ts";
import { createKeyRedactor } from "../../adapters/system/key-redactor.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { defineTool, type Tool, type ToolContext, type ToolResult } from "../../ports/tool.ts";
import { createLoopRun, type LoopRun } from "../../testing/loop-run.ts";
import { TOOL_TIME_LIMIT_MS } from "../../tunables.ts";
import type { OpenCall } from "../run-state.ts";
import { executeCall } from "./execute-call.ts";
import type { FinishedCall } from "./finished-call.ts";
import { TOOL_STOP_GRACE_MS } from "./tunables.ts";

const KEY = "sk-live-0123456789abcdef";
const open: OpenCall = { call: { id: "call", name: "work", arguments: "{}" }, goalId: "goal", started: null };
type Work = (context: ToolContext) => ToolResult | string | Promise<ToolResult | string>;
const toolOf = (work: Work, more: Partial<Tool> = {}): Tool =>
  defineTool({
    ...{ name: "work", description: "d", input: z.object({}), execute: (_, context) => work(context) },
    ...more,
  });

async function execute(work: Work, more: Partial<Tool> = {}, run?: LoopRun): Promise<FinishedCall> {
  const { context } = run ?? (await createLoopRun());
  const ready = { kind: "ready", tool: toolOf(work, more), input: {}, note: null } as const;
  return expectFinished(await executeCall(context, { open, prepared: ready }));
}
function expectFinished(call: FinishedCall | null): FinishedCall {
  if (call === null) throw new Error("the call stays open");
  return call;
}
const finished = (outcome: string, title: string, output: string): unknown => ({
  ...{ outcome, result: { title, output }, durationMs: 0, events: [] },
});
const untilAborted = async ({ signal }: ToolContext): Promise<never> =>
  await new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true }),
  );

/** Runs a part of a test on fake timers. */
async function onFakeTimers(act: () => Promise<void>): Promise<void> {
  vi.useFakeTimers();
  try {
    await act();
  } finally {
    vi.useRealTimers();
  }
}

describe("executeCall", () => {
  it("returns the result of a refused call without running anything", async () => {
    const { context } = await createLoopRun();
    const result: FinishedCall = {
      outcome: "denied",
      ...{ durationMs: 0, events: [], result: { title: "", output: "" } },
    };
    const prepared = { kind: "refused", finished: result } as const;
    expect(await executeCall(context, { open, prepared })).toBe(result);
  });

  it("returns the result of a tool with its duration and its recorded events", async () => {
    const run = await createLoopRun();
    const event = { type: "compaction.requested", focus: null } as const;
    const call = await execute(
      (context) => {
        context.record(event);
        run.clock.advance(25);
        return { title: "t", output: "o", outcome: "error" };
      },
      {},
      run,
    );
    expect(call).toEqual({
      ...{ outcome: "error", durationMs: 25, events: [event] },
      result: { title: "t", output: "o", outcome: "error" },
    });
    expect(await execute(() => "text")).toEqual(finished("ok", "text", "text"));
    expect(await execute(() => ({ title: "t", output: "" }))).toMatchObject({ outcome: "ok" });
  });

  it("does not take events that a stopped tool records later", async () => {
    const late: (() => void)[] = [];
    const call = await execute((context) => {
      late.push(() => context.record({ type: "compaction.requested", focus: null }));
      return "done";
    });
    late.forEach((record) => record());
    expect(call.events).toEqual([]);
  });

  it("turns an error into a result and drops the events before it", async () => {
    const call = await execute((context) => {
      context.record({ type: "compaction.requested", focus: null });
      throw new Error("disk is full");
    });
    expect(call).toEqual(finished("error", "tool failed", "work failed: disk is full"));
  });

  it.each([
    [undefined, "nothing"],
    [null, "nothing"],
    [["a"], "an array"],
    [{ title: "t" }, "an object without output"],
    [{ title: "t", output: 7 }, "an object without output"],
    [7, "a number"],
    [true, "a boolean"],
  ])("says that a tool returned no text: %j", async (value, kind) => {
    expect(await execute(() => value as never)).toEqual(
      finished(
        "error",
        "tool failed",
        `work failed: execute returned ${kind}; return a string, such as JSON.stringify(value), or a ToolResult`,
      ),
    );
  });

  it("does not start a tool of a canceled run", async () => {
    const run = await createLoopRun();
    run.cancel();
    let ran = false;
    const call = await execute(() => ((ran = true), "done"), {}, run);
    expect(call).toEqual(finished("cancelled", "cancelled", resultsPrompt.runEnded));
    expect(ran).toBe(false);
  });

  it("stops waiting for a tool when the run is canceled, even if the tool ignores that", async () => {
    const run = await createLoopRun();
    const call = execute(
      async (context) => {
        context.record({ type: "compaction.requested", focus: null });
        setImmediate(run.cancel);
        return await new Promise<never>(() => undefined);
      },
      {},
      run,
    );
    expect(await call).toEqual(finished("cancelled", "cancelled", resultsPrompt.stopped));
  });

  it("waits for a tool that ends with the run, and keeps its result and events", async () => {
    const run = await createLoopRun();
    const event = { type: "compaction.requested", focus: null } as const;
    const call = await execute(
      async (context) => {
        setImmediate(run.cancel);
        await untilAborted(context).catch(() => undefined);
        await new Promise(setImmediate);
        context.record(event);
        return { title: "t", output: "so far" };
      },
      { endsOnAbort: true },
      run,
    );
    expect(call).toMatchObject({ outcome: "cancelled", events: [event], result: { output: "so far" } });
  });

  it("waits only a moment for it", async () => {
    await onFakeTimers(async () => {
      const run = await createLoopRun();
      const call = execute(async () => await new Promise<never>(() => undefined), { endsOnAbort: true }, run);
      run.cancel();
      await vi.advanceTimersByTimeAsync(TOOL_STOP_GRACE_MS);
      expect(await call).toEqual(finished("cancelled", "cancelled", resultsPrompt.stopped));
    });
  });

  it("stops a tool at its time limit or at the general one", async () => {
    await onFakeTimers(async () => {
      for (const [limit, milliseconds, seconds] of [
        [{ timeLimitMs: 2_400 }, 2_400, 2],
        [{}, TOOL_TIME_LIMIT_MS, 60],
      ] as const) {
        let aborted = false;
        const call = execute(async (context) => {
          context.signal.addEventListener("abort", () => (aborted = true));
          return await untilAborted(context);
        }, limit);
        await vi.advanceTimersByTimeAsync(milliseconds - 1);
        expect(aborted).toBe(false);
        await vi.advanceTimersByTimeAsync(1);
        expect(await call).toEqual(
          finished(
            "error",
            "time limit",
            `work did not finish within ${seconds} s and was stopped. Request less per call.`,
          ),
        );
        expect(aborted).toBe(true);
      }
    });
  });

  it("leaves no timer and shows the rest of the output when a tool ends, however it ends", async () => {
    await onFakeTimers(async () => {
      for (const end of [() => "done", () => Promise.reject(new Error("failed"))]) {
        const run = await createLoopRun();
        await execute(
          (context) => {
            context.output("half a line");
            return end();
          },
          {},
          run,
        );
        expect(vi.getTimerCount()).toBe(0);
        expect(run.updates).toEqual([
          {
            ...{ kind: "delta", traceId: "trace", callId: "call", channel: "output", offset: 0 },
            ...{ attempt: run.context.fence, text: "half a line" },
          },
        ]);
      }
    });
  });
});

describe("the context of a tool", () => {
  /** The context of a call in a run that read the file `a` before. */
  async function toolContext(
    run: LoopRun,
    use: (context: ToolContext) => void = () => undefined,
  ): Promise<FinishedCall> {
    const call = await execute((context) => (use(context), "done"), {}, run);
    // The failure of an expectation inside a tool would only be its result.
    expect(call.result.output).toBe("done");
    return call;
  }

  it("gives a tool the facts of its run and the paths that it must not touch", async () => {
    const run = await createLoopRun({
      trace: { projectFolder: "/work" },
      environment: { forbiddenFolders: ["/work/.data"], redactor: createKeyRedactor({ key: [KEY] }) },
    });
    await toolContext(run, (context) => {
      const { ports, state } = run.context;
      expect(context).toMatchObject({
        scope: { workspaceId: "workspace", personId: "person" },
        ...{ traceId: "trace", toolCallId: "call", goalId: "goal", projectFolder: "/work" },
        forbiddenFolders: ["/work/.data"],
      });
      expect([context.clock, context.ids, context.logger]).toEqual([ports.clock, ports.ids, ports.logger]);
      expect(context.goals).toBe(state.goals);
      expect(context.todos).toBe(state.todos);
      state.todos = [{ id: "1", text: "Look", status: "pending" }];
      expect(context.todos).toBe(state.todos);
      expect(context.containsSecret(`a ${KEY}`)).toBe(true);
      expect(context.containsSecret("a")).toBe(false);
    });
  });

  it("lets a tool wait for the database when it stores and reads contents", async () => {
    const blob = { sha256: "ab".repeat(32), mediaType: "text/plain", encoding: "utf8", text: "a" } as const;
    const run = await createLoopRun();
    const { ports, trace } = run.context;
    const away = { code: "DATABASE_UNAVAILABLE", message: "Away.", fix: "Wait." } as const;
    const put = vi.spyOn(ports.blobs, "put").mockRejectedValueOnce(new GoaltraceError(away));
    const call = await execute(
      async ({ blobs, scope }) => {
        await blobs.put(scope, blob);
        return JSON.stringify(await blobs.get(scope, blob.sha256));
      },
      {},
      run,
    );
    expect(call.result.output).toBe(JSON.stringify(await ports.blobs.get(trace, blob.sha256)));
    expect(call.outcome).toBe("ok");
    expect(put).toHaveBeenCalledTimes(2);
  });

  it("knows files from the log and from this call, and records reads", async () => {
    const run = await createLoopRun({
      log: (log) => {
        log.event({ type: "file.read", data: { toolCallId: "c", path: "a", sha256: "1" } });
      },
    });
    const { events } = await toolContext(run, ({ files }) => {
      expect([files.lastHash("a"), files.lastHash("b")]).toEqual(["1", undefined]);
      files.remember("a", "2");
      expect(files.lastHash("a")).toBe("2");
    });
    expect(events).toEqual([{ type: "file.read", data: { path: "a", sha256: "2" } }]);
  });

  it("records a read only if no change in the same call says the same", async () => {
    const change = { beforeBlob: null, added: 1, removed: 0 };
    const changed = { type: "file.changed", data: { path: "a", afterBlob: "2", ...change } } as const;
    const requested = { type: "compaction.requested", focus: null } as const;
    const read = (path: string, sha256: string): unknown => ({ type: "file.read", data: { path, sha256 } });
    const run = await createLoopRun();
    const { events } = await toolContext(run, (context) => {
      context.record(requested);
      context.record(changed);
      context.files.remember("a", "2");
      context.files.remember("a", "3");
      context.files.remember("b", "2");
      context.files.remember("b", "2");
    });
    expect(events).toEqual([requested, changed, read("a", "3"), read("b", "2"), read("b", "2")]);
  });

  it("reads the originals of its log, from the log or from a blob, and nothing else", async () => {
    const sha256 = "ab".repeat(32);
    const spilled = { characters: 9, shownCharacters: 3, tokens: 1 };
    const run = await createLoopRun({
      log: (log) => {
        log.assistant({ calls: [{ id: "one" }, { id: "two" }, { id: "three" }] });
        log.tool("one", { output: "short" });
        for (const [toolCallId, blob] of [
          ["two", sha256],
          ["three", "cd".repeat(32)],
        ] as const) {
          log.event({ type: "result.spilled", data: { toolCallId, toolName: "look", blob, ...spilled } });
          log.tool(toolCallId, { output: "sho…" });
        }
      },
    });
    const scope = { workspaceId: "workspace", personId: "person" };
    await run.stores.blobs.put(scope, { sha256, mediaType: "text/plain", encoding: "utf8", text: "full" });
    let reading: Promise<unknown>[] = [];
    await toolContext(run, ({ readOriginal }) => {
      reading = ["one", " two\n", sha256.slice(0, 16), "three", "four"].map(readOriginal);
    });
    expect(await Promise.all(reading)).toEqual([
      { title: "read_file", text: "short" },
      { title: "read_file", text: "full" },
      { title: "look", text: "full" },
      undefined,
      undefined,
    ]);
    const binary = { sha256: "cd".repeat(32), mediaType: "image/png", encoding: "base64", text: "" } as const;
    await run.stores.blobs.put(scope, binary);
    await toolContext(run, ({ readOriginal }) => void (reading = [readOriginal("three")]));
    expect(await Promise.all(reading)).toEqual([undefined]);
  });
});
