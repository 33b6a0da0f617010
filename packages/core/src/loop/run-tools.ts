import { failureOf } from "../errors.ts";
import type { GoalTree } from "../goals/goal.ts";
import { describeTool } from "../log/describe.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { ToolOutcome } from "../log/message.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { Trace } from "../log/trace.ts";
import type { PermissionDecision } from "../ports/permission.ts";
import type { RecordableEvent, Tool, ToolAnnotations, ToolContext, ToolResult } from "../ports/tool.ts";
import { PARALLEL_TOOLS, TOOL_TIME_LIMIT_MS } from "../tunables.ts";
import { followAbort } from "./follow-abort.ts";
import { readOriginal } from "./read-original.ts";
import { spillLimit, spillPace, spillResult } from "../compaction/spill.ts";
import { windowBudget } from "../compaction/window-budget.ts";
import type { LogWriter } from "./log-writer.ts";
import type { ModelStepper } from "./model-stepper.ts";
import type { RunEnvironment } from "../ports/run-environment.ts";
import type { RunPorts } from "./ports.ts";
import type { OpenCall, RunState } from "./run-state.ts";
import { thresholdsFor } from "./thresholds.ts";

type Finished = {
  readonly outcome: ToolOutcome;
  readonly result: ToolResult;
  readonly durationMs: number;
  readonly events: readonly RecordableEvent[];
};

export type ToolBatch = {
  readonly trace: Trace;
  readonly state: RunState;
  readonly ports: RunPorts;
  readonly environment: RunEnvironment;
  readonly writer: LogWriter;
  readonly stepper: Pick<ModelStepper, "models" | "originals" | "history">;
  readonly signal: AbortSignal;
};

/**
 * Runs every open call to exactly one result each, recorded in call order (R2). Side by side when all of them only read, else one after
 * the other, each effect announced durably before it starts (R26). Never throws for what a tool does (R3).
 */
export async function runTools(batch: ToolBatch): Promise<void> {
  const calls = [...batch.state.openCalls.values()];
  const sideBySide = calls.every(
    (open) =>
      open.call.problem !== undefined ||
      effectOf(batch.environment.tools.find(open.call.name)?.annotations) === "read_only",
  );
  if (sideBySide && calls.length > 1) await runSideBySide(batch, calls);
  else for (const open of calls) await runInOrder(batch, open);
}

async function runInOrder(batch: ToolBatch, open: OpenCall): Promise<void> {
  const effect = announce(batch, open);
  if (effect !== "read_only") await batch.writer.flush();
  record(batch, open, await execute(batch, open));
  // The last result of a batch that only read travels with the next call's commit, which follows at once: a commit less per step.
  if (effect !== "read_only" || batch.state.openCalls.size > 0) await batch.writer.flush();
}

async function runSideBySide(batch: ToolBatch, calls: readonly OpenCall[]): Promise<void> {
  for (const open of calls) announce(batch, open);
  await batch.writer.flush();
  const results = new Map<number, Finished>();
  let next = 0;
  let recorded = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < calls.length; index = next++) {
      const open = calls[index];
      if (open === undefined) return;
      results.set(index, await execute(batch, open));
      for (
        let done = results.get(recorded), call = calls[recorded];
        done !== undefined && call !== undefined;
        done = results.get(recorded), call = calls[recorded]
      ) {
        recorded += 1;
        record(batch, call, done);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_TOOLS, calls.length) }, lane));
  await batch.writer.flush();
}

/** What running a tool twice would do, read carefully: no hint means it has effects. */
export function effectOf(
  annotations: ToolAnnotations | undefined,
): RunEventPayloads["tool.started"]["effect"] {
  if (annotations?.readOnlyHint === true) return "read_only";
  return annotations?.idempotentHint === true ? "idempotent" : "effectful";
}

function announce(batch: ToolBatch, open: OpenCall): RunEventPayloads["tool.started"]["effect"] {
  if (open.call.problem !== undefined || batch.signal.aborted) return "read_only";
  const effect = effectOf(batch.environment.tools.find(open.call.name)?.annotations);
  batch.writer.stage({
    kind: "event",
    type: "tool.started",
    goalId: open.goalId,
    data: { toolCallId: open.call.id, toolName: open.call.name, effect },
  });
  return effect;
}

async function execute(batch: ToolBatch, open: OpenCall): Promise<Finished> {
  const { ports, environment, signal } = batch;
  const startedAt = ports.clock.now();
  const events: RecordableEvent[] = [];
  const finish = (outcome: ToolOutcome, result: ToolResult): Finished => ({
    outcome,
    result,
    durationMs: ports.clock.now() - startedAt,
    events,
  });
  if (open.call.problem !== undefined)
    return finish("error", {
      title: open.call.problem.kind.replaceAll("_", " "),
      output: open.call.problem.message,
    });
  if (signal.aborted) return finish("cancelled", CANCELLED);
  const tool = environment.tools.find(open.call.name);
  if (tool === undefined)
    return finish("error", {
      title: "unknown tool",
      output: `There is no tool named "${open.call.name}" in this run any more.`,
    });
  const input = tool.input.safeParse(JSON.parse(open.call.arguments));
  if (!input.success) return finish("error", { title: "arguments do not fit", output: input.error.message });
  const decision = await decide(batch, tool, input.data);
  if (decision.effect === "deny")
    return finish("denied", { title: "denied", output: `Denied: ${decision.reason}` });
  const limited = followAbort(signal, tool.timeLimitMs ?? TOOL_TIME_LIMIT_MS);
  try {
    const result = await Promise.race([
      tool.run(input.data, contextOf(batch, open, { events, signal: limited.signal })),
      rejectOnAbort(limited.signal),
    ]);
    if (typeof result.output !== "string") throw new TypeError("it gave no text");
    return finish(result.outcome ?? "ok", result);
  } catch (thrown) {
    events.length = 0;
    if (signal.aborted) return finish("cancelled", CANCELLED);
    if (limited.isOverdue) return finish("error", { title: "time limit", output: timeLimitText(tool) });
    return finish("error", {
      title: "tool failed",
      output: `${tool.name} failed: ${failureOf(thrown).message}`,
    });
  } finally {
    limited.release();
  }
}

/** A permission that can't be decided is a denial: it stands before effects. */
async function decide(batch: ToolBatch, tool: Tool, input: unknown): Promise<PermissionDecision> {
  try {
    return await batch.environment.permission.decide({
      traceId: batch.trace.id,
      toolName: tool.name,
      arguments: input,
      annotations: tool.annotations,
    });
  } catch (thrown) {
    return { effect: "deny", reason: `the permission could not be decided: ${failureOf(thrown).message}` };
  }
}

const CANCELLED: ToolResult = {
  title: "cancelled",
  output: "Cancelled by the person before it finished. What it did until then is unknown.",
};

function timeLimitText(tool: Tool): string {
  return `${tool.name} did not finish within ${Math.round((tool.timeLimitMs ?? TOOL_TIME_LIMIT_MS) / 1000)} s and was stopped. Ask for less at once.`;
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const abort = (): void => reject(new Error("aborted"));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

function contextOf(
  batch: ToolBatch,
  open: OpenCall,
  run: { readonly events: RecordableEvent[]; readonly signal: AbortSignal },
): ToolContext {
  const { trace, state, ports, environment } = batch;
  const read = new Map<string, string>();
  return {
    signal: run.signal,
    scope: { workspaceId: trace.workspaceId, personId: trace.personId },
    traceId: trace.id,
    toolCallId: open.call.id,
    goalId: open.goalId,
    projectFolder: trace.projectFolder,
    forbiddenFolders: environment.forbiddenFolders,
    blobs: ports.blobs,
    holdsSecret: (text) => environment.redactor.redact(text) !== text,
    readOriginal: async (id) => await readOriginal(batch, id),
    clock: ports.clock,
    ids: ports.ids,
    logger: ports.logger,
    files: {
      hashOf: (path) => read.get(path) ?? state.files.get(path),
      remember: (path, sha256) => {
        read.set(path, sha256);
        state.files.set(path, sha256);
      },
    },
    get goals(): GoalTree {
      return state.goals;
    },
    get todos() {
      return state.todos;
    },
    record: (event) => void run.events.push(event),
    progress: (text) =>
      void batch.writer.stage({
        kind: "event",
        type: "tool.progressed",
        goalId: open.goalId,
        data: { toolCallId: open.call.id, text },
      }),
  };
}

/** Stages what a tool recorded and then its result, so that both become durable together or not at all. */
function record(batch: ToolBatch, open: OpenCall, finished: Finished): void {
  const { writer, ports, environment } = batch;
  for (const event of finished.events) writer.stage(draftOf(event, open));
  const output = spilled(batch, open, environment.redactor.redact(finished.result.output));
  const title = environment.redactor.redact(finished.result.title);
  const { longTermMemory, parts, metadata } = finished.result;
  writer.stage({
    kind: "message",
    role: "tool",
    goalId: open.goalId,
    toolCallId: open.call.id,
    toolName: open.call.name,
    outcome: finished.outcome,
    title,
    output,
    ...(longTermMemory === undefined ? {} : { longTermMemory }),
    ...(parts === undefined ? {} : { parts }),
    ...(metadata === undefined ? {} : { metadata }),
    durationMs: finished.durationMs,
    tokens: ports.tokenizer.count(output),
    description: describeTool({ toolName: open.call.name, title, outcome: finished.outcome }),
  });
}

function draftOf(event: RecordableEvent, open: OpenCall): EntryDraft {
  switch (event.type) {
    case "goals.changed":
      return {
        kind: "event",
        type: "goals.changed",
        goalId: open.goalId,
        data: { operations: event.operations, toolCallId: open.call.id },
      };
    case "todos.changed":
      return { kind: "event", type: "todos.changed", goalId: open.goalId, data: event.data };
    case "file.changed":
      return {
        kind: "event",
        type: "file.changed",
        goalId: open.goalId,
        data: { ...event.data, toolCallId: open.call.id },
      };
  }
}

/** What the model reads of a result. One that is too long goes to a blob whole, in the commit that refers to it (C2). */
function spilled(batch: ToolBatch, open: OpenCall, output: string): string {
  const { ports, environment, writer, stepper, state } = batch;
  const { id: toolCallId, name: toolName } = open.call;
  const window = Math.min(...stepper.models.map((client) => client.profile.contextWindow));
  const { history } = stepper;
  const smallest = stepper.models.find((client) => client.profile.contextWindow === window);
  const budget = windowBudget(Math.floor(window / history.scale), thresholdsFor(batch.trace, smallest));
  const limit = spillLimit(window, {
    pace: spillPace(history, budget, history.fixedTokens),
    own: environment.tools.find(toolName)?.spillCharacters,
    calls: state.lastAssistant?.toolCalls.length ?? 1,
  });
  const count = (text: string): number => ports.tokenizer.count(text);
  const spill = spillResult(output, { limit, sha256: (text) => ports.hash.sha256(text), count });
  if (spill === null) return output;
  writer.stage({
    kind: "event",
    type: "result.spilled",
    goalId: open.goalId,
    data: {
      toolCallId,
      toolName,
      blob: writer.stageBlob(output, "text/plain"),
      characters: output.length,
      shownCharacters: spill.shownCharacters,
      tokens: count(spill.preview),
    },
  });
  return spill.preview;
}
