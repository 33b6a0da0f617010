import { createHash } from "node:crypto";
import { logTools } from "@goaltrace/core";
import { type ReplayStep, replayTranscript, type TranscriptMessage } from "@goaltrace/core/compaction";
import { createAssembler } from "@goaltrace/core/context";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createToolSet } from "@goaltrace/core/tools";
import { checkView, noViolations, collectOutputs } from "../packages/core/src/testing/check-view.ts";
import { trackState } from "../packages/core/src/testing/track-state.ts";

/** Prices of cached tokens and of written tokens, as shares of a fresh input token. */
const CACHED_SHARE = 0.1;
const WRITTEN_SHARE = 4;
const UNBOUNDED = 100_000_000;
const NEVER = UNBOUNDED;

/** Policies for keeping a session within a window. */
export type Policy = "ours" | "no compaction" | "summary only" | "clear each step";

/** The cost of a session. Tokens are summed over all requests; `weighted` weights cached, written and summary tokens by price. */
export type SessionCosts = {
  readonly steps: number;
  readonly tokens: number;
  readonly weighted: number;
  readonly broken: number;
  readonly summaries: number;
  /** Violations of the laws of compaction, over all steps. */
  readonly violations: number;
};

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const tokenizer = createTokenizer();
const tools = createToolSet(logTools());
const summarise = async (): Promise<string> =>
  "## 1. Primary request and intent\nGo on.\n## 8. Current work\nIn the middle.";

const OVERRIDES = {
  ours: {},
  "no compaction": {},
  "summary only": { clearAbove: NEVER },
  "clear each step": { clearAbove: 0, clearFrees: 1, clearLastsSteps: 0 },
} as const;

/** Replays a session under a policy and sums the cost of its requests. */
export async function measureCosts(
  messages: readonly TranscriptMessage[],
  options: { readonly policy: Policy; readonly window: number },
): Promise<SessionCosts> {
  const { policy } = options;
  let steps = 0;
  let tokens = 0;
  let weighted = 0;
  let broken = 0;
  let summaries = 0;
  let seen = 0;
  let previousLength = 0;
  const violations = noViolations();
  const outputs = collectOutputs(messages);
  const window = policy === "no compaction" ? UNBOUNDED : options.window;
  const onStep = (step: ReplayStep): void => {
    const { view, fixedTokens, entries, tail } = step;
    const tailTokens = tail === null ? 0 : tokenizer.count(tail);
    const front = fixedTokens - tailTokens;
    const now = front + (view.head?.tokens ?? 0) + view.tokens;
    const cached = step.compacted ? front + unbroken(step) : previousLength;
    if (policy === "ours") checkView(step, { window, outputs }, violations);
    steps += 1;
    tokens += now + tailTokens;
    weighted += cached * CACHED_SHARE + (now - cached) + tailTokens;
    if (step.compacted) broken += 1;
    previousLength = now;
    for (const entry of entries.slice(seen)) {
      if (entry.kind !== "event" || entry.type !== "compaction.finished") continue;
      summaries += 1;
      if (entry.data.source === "model")
        weighted += entry.data.beforeTokens * CACHED_SHARE + entry.data.headTokens.summary * WRITTEN_SHARE;
    }
    seen = entries.length;
  };
  await replayTranscript(messages, {
    window,
    overrides: OVERRIDES[policy],
    tokenizer,
    tools,
    sha256,
    summarize: summarise,
    deriveState: trackState(),
    onStep,
  });
  return {
    ...{ steps, tokens, weighted, summaries },
    broken: (100 * broken) / Math.max(1, steps),
    violations: Object.values(violations).flat().length,
  };
}

/** Returns the tokens of the history before the part affected by the latest change of the view. */
function unbroken({ view }: ReplayStep): number {
  if (view.head?.sequence === view.sequence) return 0;
  const before = view.items.slice(0, view.brokenAt).reduce((sum, item) => sum + item.tokens, 0);
  return (view.head?.tokens ?? 0) + before;
}

/**
 * Microseconds per step, over all steps and over the last tenth only, for maintaining the view and the window and for assembling the
 * request.
 */
export type StepTimes = {
  readonly compaction: number;
  readonly assembling: number;
  readonly late: number;
};

/** Measures a session of this many messages in a window. */
export async function measureStepTimes(
  messages: readonly TranscriptMessage[],
  window: number,
): Promise<StepTimes> {
  let assembler: ReturnType<typeof createAssembler> | null = null;
  const assembling: number[] = [];
  const whole: number[] = [];
  let startedAt = performance.now();
  await replayTranscript(messages, {
    window,
    tokenizer,
    tools,
    sha256,
    summarize: summarise,
    onStep: ({ view, blobs }) => {
      const before = performance.now();
      assembler ??= createAssembler(
        { sendReasoning: false, toolCalls: "native", blobText: (hash) => blobs.get(hash) },
        view,
      );
      const { sequence } = view.items.at(-1)?.message ?? { sequence: 0 };
      assembler.assemble({
        model: "bench",
        window,
        quirks: "openai",
        system: [],
        tools: null,
        tail: null,
        parameters: "{}",
        sentUpTo: Math.max(0, sequence - 2),
        sha256,
      });
      const now = performance.now();
      assembling.push((now - before) * 1_000);
      whole.push((now - startedAt) * 1_000);
      startedAt = performance.now();
    },
  });
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return {
    compaction: mean(whole) - mean(assembling),
    assembling: mean(assembling),
    late: mean(whole.slice(-Math.ceil(whole.length / 10))),
  };
}
