import { toFailure } from "../../errors.ts";
import type { ToolOutcome } from "../../log/message.ts";
import type { RecordableEvent, Tool, ToolResult } from "../../ports/tool.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { TOOL_TIME_LIMIT_MS } from "../../tunables.ts";
import { TOOL_STOP_GRACE_MS } from "./tunables.ts";
import { CallAsks } from "../../ports/call-asks.ts";
import { CallSuspended } from "../../ports/child-agents.ts";
import { createChildAgents } from "../children/child-agents.ts";
import { longestChild } from "../children/child-state.ts";
import { askForCall } from "../requests/ask-people.ts";
import { linkAbort } from "../link-abort.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import type { FinishedCall } from "./finished-call.ts";
import type { StartableCall } from "./prepare-call.ts";
import { NOT_RUN, STOPPED } from "./results-at-end.ts";
import { createToolContext } from "./tool-context.ts";
import { toolOutput } from "./tool-output.ts";

type Execution = {
  readonly open: OpenCall;
  readonly prepared: StartableCall;
  /** The memo of a question that the call asked just now where no one can be asked. */
  readonly unanswered?: string;
};

/**
 * Runs one prepared call and returns its result; null if the call waits for a sub-agent or for an answer and stays open. Tool errors become error results;
 * they are not thrown.
 */
export async function executeCall(
  context: RunContext,
  { open, prepared, unanswered }: Execution,
): Promise<FinishedCall | null> {
  if (prepared.kind === "refused") return prepared.finished;
  const { tool, input, note, hides, addressEffect } = prepared;
  const { ports, signal, childWork } = context;
  const startedAt = childWork.heldSince.get(open.call.id) ?? ports.clock.monotonic();
  const events: RecordableEvent[] = [];
  const finish = (outcome: ToolOutcome, result: ToolResult): FinishedCall => ({
    outcome,
    result,
    // A call that another process repeats began before this one: it took at least as long as its agents worked.
    durationMs: Math.max(
      ports.clock.monotonic() - startedAt,
      longestChild(context.state.children, open.call.id),
    ),
    // Copied, because an aborted tool may keep running and record more events.
    events: [...events],
  });
  if (signal.aborted) return finish("cancelled", NOT_RUN);
  const limitMs = tool.timeLimitMs ?? TOOL_TIME_LIMIT_MS;
  const linked = linkAbort(signal, Number.isFinite(limitMs) ? limitMs : null);
  const { suspendLimit } = linked;
  const output = toolOutput(context, open.call.id);
  try {
    const running = tool.run(
      input,
      createToolContext(context, open, {
        ...{ events, signal: linked.signal, suspendLimit, output, hides, addressEffect },
        children: createChildAgents(context, open),
        ...(unanswered === undefined ? {} : { answer: { text: null, memo: unanswered } }),
      }),
    );
    const result = await Promise.race([running, rejectOnAbort(linked.signal, tool.endsOnAbort === true)]);
    assertText(result);
    const isStopped = signal.aborted && tool.endsOnAbort === true;
    return finish(isStopped ? "cancelled" : (result.outcome ?? "ok"), withNote(result, note));
  } catch (thrown) {
    events.length = 0;
    if (thrown instanceof CallSuspended && !signal.aborted) {
      childWork.heldSince.set(open.call.id, startedAt);
      return null;
    }
    if (signal.aborted) return finish("cancelled", STOPPED);
    if (thrown instanceof CallAsks && unanswered === undefined) {
      if (context.environment.approvals !== undefined) return askForCall(context, open, thrown.question);
      return await executeCall(context, { open, prepared, unanswered: thrown.question.memo });
    }
    if (linked.isTimedOut) return finish("error", { title: "time limit", output: timeLimitText(tool) });
    const { message } = toFailure(thrown);
    return finish("error", { title: "tool failed", output: `${tool.name} failed: ${message}` });
  } finally {
    output.end();
    linked.release();
  }
}

/** The model reads its own arguments in the history, so a note says what people changed. */
function withNote(result: ToolResult, note: string | null): ToolResult {
  return note === null ? result : { ...result, output: `${note}\n${result.output}` };
}

/** A tool written without type checks may return anything. */
function assertText(result: unknown): void {
  if (typeof result === "object" && result !== null && "output" in result)
    if (typeof result.output === "string") return;
  throw new TypeError(fillPrompt(resultsPrompt.noText, { kind: kindOf(result) }));
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object without output" : `a ${typeof value}`;
}

function timeLimitText(tool: Tool): string {
  const seconds = Math.round((tool.timeLimitMs ?? TOOL_TIME_LIMIT_MS) / 1000);
  return fillPrompt(resultsPrompt.overdue, { tool: tool.name, seconds: String(seconds) });
}

/** A tool that ends on its own gets a moment for it. */
async function rejectOnAbort(signal: AbortSignal, endsOnAbort: boolean): Promise<never> {
  return await new Promise((_, reject) => {
    const abort = (): void => {
      const give = (): void => reject(new Error("aborted"));
      if (endsOnAbort) setTimeout(give, TOOL_STOP_GRACE_MS);
      else give();
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
