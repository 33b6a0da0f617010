import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GoaltraceError } from "../errors.ts";
import type { EntryDraft } from "../log/entry.ts";
import { resultsPrompt } from "../prompts/generated/results.ts";
import { defineTool } from "../ports/tool.ts";
import type { LoadedContext } from "../ports/run-environment.ts";
import { testAgent, type LogBuilder } from "../testing/builders.ts";
import { createLoopRun, type LoopRun } from "../testing/loop-run.ts";
import { MAX_RESUMES_WITHOUT_PROGRESS } from "../tunables.ts";
import { startOrResume } from "./start-or-resume.ts";

const data = {
  ...{ agent: { ...testAgent, instructions: "" }, models: ["test-model"], task: "A task" },
  ...{ origin: null, projectFolder: "/work" },
};
const agent = data.agent;
const typesOf = (entries: readonly EntryDraft[]): unknown[] =>
  entries.map((entry) => (entry.kind === "event" ? entry.type : entry.kind));
const running: unknown = {
  ...{ kind: "event", type: "trace.status_changed", goalId: "root" },
  data: { status: "running", waitingFor: null },
};
const resumed = (more: Record<string, unknown>): unknown => ({
  ...{ kind: "event", type: "trace.resumed", goalId: "root" },
  data: { journal: [], resumeCount: 1, reason: "its process stopped", cause: "died", ...more },
});
/** A claim of a run whose previous worker is gone. */
const afterDeath = { isRefused: false, previousHolder: "died" } as const;

type Write = (log: LogBuilder) => void;
const started: Write = (log) => {
  log.event({ type: "trace.started", data });
};
const wait =
  (waitingFor: "pause" | "worker" | "folder", status: "running" | "waiting" = "waiting"): Write =>
  (log) => {
    started(log);
    log.event({ type: "trace.status_changed", data: { status, waitingFor } });
  };
const died =
  (times: number): Write =>
  (log) => {
    started(log);
    for (let count = 1; count <= times; count += 1)
      log.event({ type: "trace.resumed", data: { journal: [], resumeCount: count, reason: "stopped" } });
  };

const start = (log: Write, more: Parameters<typeof createLoopRun>[0] = {}): Promise<LoopRun> =>
  createLoopRun({ log, ...more, trace: { agent, projectFolder: "/work", ...more.trace } });

describe("startOrResume", () => {
  it("starts a new run with a copy of its settings", async () => {
    const run = await start((log) => void log.user("Do it"));
    expect(await startOrResume(run.context, afterDeath)).toBeNull();
    expect(run.commits).toHaveLength(1);
    expect(await run.written()).toEqual([
      { kind: "event", type: "trace.started", goalId: "root", data },
      running,
    ]);
  });

  it("does nothing for a run that is over", async () => {
    const run = await start(started, { trace: { status: "completed" } });
    expect(await startOrResume(run.context, afterDeath)).toEqual({ kind: "finished" });
    expect(run.commits).toEqual([]);
  });

  it("continues a run that waited without a journal", async () => {
    const run = await start(wait("pause"));
    expect(await startOrResume(run.context, afterDeath)).toBeNull();
    expect(await run.written()).toEqual([running]);
  });

  it("distinguishes an orderly handover, a lost lease and the death of a process, and counts the last two", async () => {
    const handedOver = { resumeCount: 0, reason: "handed over", cause: "handed_over" };
    const released = { reason: "its worker released it", cause: "released" };
    const lost = { reason: "its lease ran out", cause: "lost" };
    for (const [log, previousHolder, expected] of [
      [wait("worker", "running"), "died", resumed(handedOver)],
      [wait("folder"), "died", resumed(handedOver)],
      [died(0), "released", resumed({ ...released, resumeCount: 0 })],
      [died(1), "released", resumed({ ...released, resumeCount: 1 })],
      [died(1), "lost", resumed({ ...lost, resumeCount: 2 })],
      [died(0), "died", resumed({})],
      [died(1), "died", resumed({ resumeCount: 2 })],
    ] as const) {
      const run = await start(log);
      expect(await startOrResume(run.context, { isRefused: false, previousHolder })).toBeNull();
      expect(await run.written()).toEqual([expected]);
    }
  });

  it("journals open calls and gives up those whose effects are unknown", async () => {
    const run = await start((log) => {
      started(log);
      log.assistant({ calls: [{ id: "a" }, { id: "b", name: "write" }] });
      log.event({ type: "tool.started", data: { toolCallId: "b", toolName: "write", effect: "effectful" } });
    });
    await startOrResume(run.context, afterDeath);
    const output = resultsPrompt.interrupted;
    expect(await run.written()).toEqual([
      resumed({
        journal: [
          { toolCallId: "a", toolName: "read_file", state: "not_started", resolution: "rerun" },
          { toolCallId: "b", toolName: "write", state: "unknown", resolution: "interrupted" },
        ],
      }),
      {
        ...{ kind: "message", role: "tool", goalId: "root", toolCallId: "b", toolName: "write" },
        ...{ outcome: "interrupted", title: "outcome unknown", output, trust: "workspace" },
        ...{ durationMs: 0, tokens: output.length, description: "interrupted: outcome unknown" },
      },
    ]);
  });

  it("asks people about an unknown effect of a call that needs them, but not once the run is canceled", async () => {
    const write = defineTool({
      ...{ name: "write", description: "Writes.", input: z.object({}) },
      execute: () => "done",
    });
    const journalOf = async (isCanceled: boolean): Promise<unknown> => {
      const run = await start(
        (log) => {
          started(log);
          log.assistant({ calls: [{ id: "b", name: "write" }] });
          log.event({
            type: "tool.started",
            data: { toolCallId: "b", toolName: "write", effect: "effectful" },
          });
          const cancel = { signalId: "s", signal: "cancel", personId: "mira", payload: { reason: null } };
          if (isCanceled) log.event({ type: "signal.received", data: cancel });
        },
        {
          tools: [write],
          environment: {
            permission: {
              decide: async () => await Promise.resolve({ effect: "ask", reason: "It writes." }),
            },
            approvals: { lifetimeMs: null },
          },
        },
      );
      await startOrResume(run.context, afterDeath);
      const [first] = await run.written();
      return first?.kind === "event" && first.type === "trace.resumed" ? first.data.journal : null;
    };
    const line = { toolCallId: "b", toolName: "write", state: "unknown", resolution: "interrupted" };
    expect(await journalOf(false)).toEqual([
      { ...line, effectId: expect.any(String) as unknown, expiresAt: null },
    ]);
    expect(await journalOf(true)).toEqual([line]);
  });

  it("checks the guards after a resume, because a call that kills its process never gets that far", async () => {
    const limits = { maxSteps: 1, maxTokens: null, maxDurationMs: null };
    const run = await start(
      (log) => {
        started(log);
        log.assistant({ text: "a" });
      },
      { trace: { agent: { ...agent, limits } } },
    );
    await startOrResume(run.context, afterDeath);
    expect(typesOf(await run.written())).toEqual(["trace.resumed", "limit.reached"]);
  });

  it("resumes a run whose process died often while its sub-agent works, whose progress its own log does not show", async () => {
    const limits = { maxSteps: 9, maxTokens: null, maxDurationMs: null };
    const run = await start(died(MAX_RESUMES_WITHOUT_PROGRESS));
    run.context.writer.stage({
      ...{ kind: "event", type: "child.spawned", goalId: "root" },
      data: {
        ...{ childTraceId: "child", toolCallId: "t", agent: "explore", prompt: "Look", goalId: null },
        ...{ background: false, limits, group: null },
      },
    });
    expect(await startOrResume(run.context, afterDeath)).toBeNull();
  });

  it("ends a run whose process died too often without progress", async () => {
    const run = await start(died(MAX_RESUMES_WITHOUT_PROGRESS));
    const times = [...run.context.state.crashes.map(({ at }) => at), run.context.ports.clock.now()].map(
      (at) => new Date(at).toISOString(),
    );
    expect(await startOrResume(run.context, afterDeath)).toEqual({ kind: "finished" });
    expect(await run.written()).toEqual([
      {
        ...{ kind: "event", type: "trace.finished", goalId: "root" },
        data: {
          ...{ status: "interrupted", summary: null },
          failure: {
            code: "CRASH_LOOP",
            message: `The run was set aside. At this point, without progress, workers died 4 times and stopped responding 0 times; it was resumed at ${times.join(", ")}.`,
            fix: "Find the cause in the last entries of the trace and in the worker's log, then send a message to continue.",
          },
        },
      },
    ]);
    const before = await start(died(MAX_RESUMES_WITHOUT_PROGRESS - 1));
    expect(await startOrResume(before.context, afterDeath)).toBeNull();
    for (const previousHolder of ["released", "lost"] as const) {
      const living = await start(died(MAX_RESUMES_WITHOUT_PROGRESS));
      expect(await startOrResume(living.context, { isRefused: false, previousHolder })).toBeNull();
    }
  });

  it("resumes such a run when it was handed over, and when it is canceled by signal or in code", async () => {
    const crashed = died(MAX_RESUMES_WITHOUT_PROGRESS);
    const handedOver = await start((log) => {
      crashed(log);
      log.event({ type: "trace.status_changed", data: { status: "running", waitingFor: "worker" } });
    });
    const received = await start((log) => {
      crashed(log);
      const signal = { signalId: "s", signal: "cancel", personId: null, payload: { reason: null } };
      log.event({ type: "signal.received", data: signal });
    });
    const aborted = await start(crashed);
    aborted.cancel();
    for (const run of [handedOver, received, aborted]) {
      expect(await startOrResume(run.context, afterDeath)).toBeNull();
      expect(typesOf(await run.written())).toEqual(["trace.resumed"]);
    }
  });
});

describe("the context sources of a run", () => {
  const loading = async (
    load: () => Promise<LoadedContext>,
    { log = started, isRefused = false, isAborted = false } = {},
  ): Promise<{ outcome: unknown; written: readonly EntryDraft[]; loads: number }> => {
    let loads = 0;
    const run = await start(log, {
      environment: {
        sources: [
          {
            ...{ slot: "project_context", trust: "untrusted" },
            load: async () => {
              loads += 1;
              return await load();
            },
          },
        ],
      },
    });
    if (isAborted) run.cancel();
    const outcome = await startOrResume(run.context, { ...afterDeath, isRefused });
    return { outcome, written: await run.written(), loads };
  };
  const rules = async (): Promise<LoadedContext> => ({ text: "Rules", source: "/work" });
  const canceled: Write = (log) => {
    started(log);
    const signal = { signalId: "s", signal: "cancel", personId: null, payload: { reason: null } };
    log.event({ type: "signal.received", data: signal });
  };

  it("are loaded before the first step", async () => {
    const { written } = await loading(rules);
    expect(typesOf(written)).toEqual(["trace.resumed", "context.set"]);
  });

  it("are not loaded for a run that only ends", async () => {
    expect((await loading(rules, { isRefused: true })).loads).toBe(0);
    expect((await loading(rules, { log: canceled })).loads).toBe(0);
    expect((await loading(rules, { isAborted: true })).loads).toBe(0);
  });

  it("end the run with their failure", async () => {
    const failure = { code: "CONFIGURATION_INVALID", message: "Outside.", fix: "Move it." } as const;
    const { outcome, written } = await loading(async () => await Promise.reject(new GoaltraceError(failure)));
    expect(outcome).toEqual({ kind: "finished" });
    expect(written.at(-1)).toMatchObject({
      ...{ type: "trace.finished", data: { status: "failed", failure } },
    });
  });

  it("leave the run to another worker when they lose its lease, but not for any other error", async () => {
    const lost = new GoaltraceError({ code: "LEASE_LOST", message: "m", fix: "f" });
    await expect(loading(async () => await Promise.reject(lost))).rejects.toBe(lost);
    const { outcome } = await loading(async () => await Promise.reject(new Error("LEASE_LOST")));
    expect(outcome).toEqual({ kind: "finished" });
  });
});
