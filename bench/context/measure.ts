import { logTools } from "@goaltrace/core";
import { replayTranscript, type TranscriptMessage } from "@goaltrace/core/compaction";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createToolSet } from "@goaltrace/core/tools";
import { checkView, collectOutputs, noViolations } from "../../packages/core/src/testing/check-view.ts";
import { findEntities } from "../../packages/core/src/testing/entities.ts";
import { summarizers } from "../../packages/core/src/testing/summarizers.ts";
import { planChanges, trackState } from "../../packages/core/src/testing/track-state.ts";
import { MAX_SUMMARY_TOKENS, MAX_SUMMARY_WINDOW_SHARE } from "../../packages/core/src/tunables.ts";
import { CACHED_SHARE, type ContextFigures, createMeter, sha256, WRITTEN_SHARE } from "./meter.ts";
import { createReplayed } from "./replayed.ts";
import { searchTwice } from "./search-twice.ts";
import { readSession } from "./session.ts";
import { truncate } from "./truncate.ts";

const UNBOUNDED = 100_000_000;

export type ContextPolicy = "ours" | "truncation" | "clear each step" | "summary only" | "no compaction";

const OVERRIDES = {
  ours: {},
  "no compaction": {},
  "summary only": { clearAbove: UNBOUNDED },
  "clear each step": { clearAbove: 0, clearFrees: 1, clearLastsSteps: 0 },
} as const;

const tokenizer = createTokenizer();
const tools = createToolSet(logTools());

/** Measures one session under one policy. The plan of a generated session changes as in a run, with an event for each change. */
export async function measureContext(
  messages: readonly TranscriptMessage[],
  options: { readonly policy: ContextPolicy; readonly window: number; readonly summarizer: string },
): Promise<ContextFigures> {
  const session = readSession(messages, tokenizer);
  const meter = createMeter(session);
  const nothing = { characters: 0, shown: 0, lines: 0, dropped: 0, facts: 0 };
  if (options.policy === "truncation") {
    const breaks = truncate(session, { window: options.window, tokenizer }, (shown) => meter.add(shown));
    const counted = { breaks, summaries: 0, distance: Infinity, violations: 0 };
    return { ...meter.figures(), ...counted, arrived: nothing, ledger: nothing, noted: nothing };
  }
  const window = options.policy === "no compaction" ? UNBOUNDED : options.window;
  const violations = noViolations();
  const outputs = collectOutputs(messages);
  const replayed = createReplayed(session, tokenizer);
  let summaries = 0;
  await replayTranscript(messages, {
    ...{ window, overrides: OVERRIDES[options.policy], tokenizer, tools, sha256, planChanges },
    deriveState: trackState(),
    summarize: async (view) => {
      summaries += (view.tokens + (view.head?.tokens ?? 0)) * CACHED_SHARE;
      const text = (await summarizers[options.summarizer]?.(view)) ?? "";
      // A model stops at its maximum, however long its summary would become.
      const most = Math.min(MAX_SUMMARY_TOKENS, Math.floor(window * MAX_SUMMARY_WINDOW_SHARE));
      summaries += Math.min(most, tokenizer.count(text)) * WRITTEN_SHARE;
      return text;
    },
    onStep: (step) => {
      if (options.policy === "ours") checkView(step, { window, outputs }, violations);
      const read = once(() => findEntities(searchTwice(step, options.window)));
      meter.add({ ...replayed.show(step), finds: (entity) => read().has(entity) });
    },
  });
  const { costs, ...figures } = meter.figures();
  return {
    ...figures,
    ...replayed.figures(),
    costs: { ...costs, summaries },
    violations: Object.values(violations).flat().length,
  };
}

/** Computes a value when it is first needed. */
function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => (known ??= { value: compute() }).value;
}
