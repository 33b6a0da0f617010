import { createHash } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import type { Scope, Signal } from "@goaltrace/core";
import { isTerminal } from "@goaltrace/core/log";
import type { Trace } from "@goaltrace/core/log";
import { readTrace } from "@goaltrace/core/reading";
import type { Runtime } from "./runtime.ts";
import type { Stores } from "./stores.ts";

type Asking = Pick<Runtime, "ids" | "clock" | "redactorOf"> & {
  readonly stores: Pick<Stores, "signals" | "traces">;
};

/** What is asked of a run besides stopping it: to keep a text through compactions, or to compact now. */
export type Asked = {
  readonly kind: "pin" | "compact";
  readonly traceId: string;
  /** The text to keep, or what a summary shall keep above all; null for a compaction without focus. */
  readonly reason: string | null;
};
/** `now` is before the next model call of the run that goes; `next_turn` is when the conversation goes on. */
export type AskedFor = { readonly when: "now" | "next_turn" };

/**
 * Hands a request to the conversation's run (C6b, C7). When none goes it waits for the next turn. Errors: NOT_FOUND; INVALID_INPUT for a
 * run that is over and that nothing can follow.
 */
export async function askRun(runtime: Asking, scope: Scope, request: Asked): Promise<AskedFor> {
  const { redact } = await runtime.redactorOf(scope.workspaceId);
  const asked = { ...request, reason: request.reason === null ? null : redact(request.reason) };
  const named = await readTrace({ traces: runtime.stores.traces, scope }, asked.traceId);
  const trace = isTerminal(named.status) ? await latestOf(runtime, scope, named) : named;
  await runtime.stores.signals.insert(scope, {
    id: idOf(runtime, trace.id, asked),
    traceId: trace.id,
    kind: asked.kind,
    personId: scope.personId,
    reason: asked.reason,
    at: runtime.clock.now(),
  });
  return { when: isTerminal(trace.status) ? "next_turn" : "now" };
}

/** Moves what was asked of an ended run to the one that follows it. */
export async function carryAsked(
  runtime: Asking,
  scope: Scope,
  way: { readonly from: string; readonly to: string },
): Promise<void> {
  const { signals } = runtime.stores;
  const waiting = (await signals.pending(way.from)).filter((signal) => signal.kind !== "cancel");
  for (const signal of waiting)
    await signals.insert(scope, { ...signal, id: idOf(runtime, way.to, asRequest(signal)), traceId: way.to });
  if (waiting.length > 0)
    await signals.take(
      way.from,
      waiting.map((signal) => signal.id),
    );
}

function asRequest(signal: Signal): Asked {
  return {
    kind: signal.kind === "pin" ? "pin" : "compact",
    traceId: signal.traceId,
    reason: signal.reason,
  };
}

/** Pinning the same text again changes nothing; each compaction is one of its own. */
function idOf(runtime: Asking, traceId: string, { kind, reason }: Asked): string {
  if (kind === "compact") return `compact:${runtime.ids.next()}`;
  const hash = createHash("sha256")
    .update(reason ?? "")
    .digest("hex");
  return `pin:${traceId}:${hash.slice(0, 32)}`;
}

async function latestOf(runtime: Asking, scope: Scope, trace: Trace): Promise<Trace> {
  if (trace.conversationId === null)
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "This run is over and belongs to no conversation, so nothing will read what is kept.",
      fix: "Start a new conversation and write the text into its first message.",
    });
  const page = await runtime.stores.traces.list(
    scope,
    { conversationId: trace.conversationId },
    { cursor: null, limit: 1 },
  );
  return page.items[0] ?? trace;
}
