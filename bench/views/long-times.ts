import type { EntryDraft } from "@goaltrace/core/log";
import type { Clock } from "@goaltrace/core/ports";
import { steppingClock, turnEntries } from "../viewer/written-work.ts";

const HOUR_MS = 3_600_000;

/** A stepping clock that can also jump. */
type JumpingClock = { readonly clock: Clock; jump(hours: number): void };

export function jumpingClock(): JumpingClock {
  const steps = steppingClock();
  let ahead = 0;
  return {
    clock: { ...steps, now: () => steps.now() + ahead, monotonic: () => steps.monotonic() + ahead },
    jump: (hours) => {
      ahead += hours * HOUR_MS;
    },
  };
}

/** Generates `days` days of work by day, with a pause by a person in each night. */
export function* daysOfWork(days: number, jump: JumpingClock["jump"]): Generator<EntryDraft> {
  for (let day = 1; day <= days; day += 1) {
    for (let turn = 1; turn <= 40; turn += 1) yield* turnEntries("root", `${day}-${turn}`);
    yield statusChange("waiting");
    jump(14);
    yield statusChange("running");
  }
}

function statusChange(status: "waiting" | "running"): EntryDraft {
  const data = { status, waitingFor: status === "waiting" ? ("pause" as const) : null };
  return { kind: "event", type: "trace.status_changed", goalId: "root", data };
}

/** Generates one step whose `calls` tool calls run at the same time. */
export function* manyAtOnce(calls: number): Generator<EntryDraft> {
  const usage = {
    inputTokens: 4_200,
    outputTokens: 60,
    cachedTokens: 0,
    reasoningTokens: 0,
    estimated: false,
  };
  const ids = Array.from({ length: calls }, (_, index) => `at-once-${index}`);
  yield {
    ...{ kind: "message", role: "assistant", goalId: "root", callId: "all", reasoning: "", model: "written" },
    text: "I read all of them at once.",
    toolCalls: ids.map((id) => ({ id, name: "read", arguments: `{"path":"ledger/${id}.csv"}` })),
    ...{ finishReason: "tool_calls", usage, cost: 0.002, durationMs: 900, firstTokenMs: 300 },
    description: "read",
  };
  for (const toolCallId of ids) {
    const data = { toolCallId, toolName: "read", effect: "read_only" as const };
    yield { kind: "event", type: "tool.started", goalId: "root", data };
  }
  for (const [index, toolCallId] of ids.entries())
    yield {
      ...{ kind: "message", role: "tool", goalId: "root", toolCallId, toolName: "read", outcome: "ok" },
      ...{ title: `Read ${toolCallId}`, output: "paid", durationMs: 2_000 + index * 350, tokens: 2 },
      description: toolCallId,
    };
}
