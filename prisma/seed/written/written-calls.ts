import type { ContextSegment, EntryDraft } from "@goaltrace/core/log";

type Call = { readonly callId: string; readonly model: string };

/** The contents of a request: its tokens in all, and those of the summary of earlier messages, 0 before there is one. */
type WrittenRequest = {
  readonly number: number;
  readonly input: number;
  readonly summary: number;
  readonly purpose?: "step" | "summary";
  /** The newest entry in the request. */
  readonly last: number;
};

const WINDOW = 128_000;
/** Tokens of the parts of every request. */
const INSTRUCTIONS = 1_900;
const TOOLS = 2_400;
const TASK = 300;
const TAIL = 900;
/** The share of tool results in the rest of a request; the other messages are the model's own. */
const RESULTS = 0.8;

/** Returns the start of a model call with the parts of its request. */
export function callStarted(
  goalId: string,
  { callId, model, number, input, summary, last, purpose = "step" }: Call & WrittenRequest,
): EntryDraft {
  const request = {
    ...{ renderer: 2, model, quirks: "openai", systemBlobs: [], toolsBlob: null, tailBlob: null },
    ...{ ranges: [[1, 1] as [number, number]], view: 0, parameters: "{}", sha256: "" },
  };
  const segments = segmentsOf({ input, summary, last });
  const report = { segments, totalTokens: input, exact: false, window: WINDOW, dropped: [] };
  const data = { callId, purpose, step: number, request, report };
  return { kind: "event", type: "call.started", goalId, data };
}

function segmentsOf({
  input,
  summary,
  last,
}: Pick<WrittenRequest, "input" | "summary" | "last">): ContextSegment[] {
  const rest = Math.max(0, input - INSTRUCTIONS - TOOLS - TASK - TAIL - summary);
  const results = Math.round(rest * RESULTS);
  const part = (
    kind: ContextSegment["kind"],
    tokens: number,
    [firstSequence, lastSequence]: readonly [number | null, number | null] = [null, null],
  ): ContextSegment => ({
    ...{ kind, source: kind, tokens, firstSequence, lastSequence },
    cached: kind !== "tail",
  });
  return [
    part("instructions", INSTRUCTIONS),
    part("tools", TOOLS),
    part("user", TASK, [1, 1]),
    part("summary", summary),
    part("assistant", rest - results, [1, last]),
    part("tool_result", results, [1, last]),
    part("tail", TAIL),
  ].filter(({ tokens }) => tokens > 0);
}

/** Returns an attempt that the provider refused. */
export function attemptFailed(
  goalId: string,
  { callId, model, attempt }: Call & { readonly attempt: number },
): EntryDraft {
  const failure = {
    code: "MODEL_RATE_LIMITED" as const,
    message: "The provider is overloaded.",
    fix: "Nothing: it is tried again.",
  };
  const data = { callId, attempt, model, failure, retryAfterMs: 1_000, durationMs: 500 };
  return { kind: "event", type: "call.attempt_failed", goalId, data };
}
