import { createHash } from "node:crypto";
import { createTokenizer } from "../../src/adapters/tokenizer.ts";
import type { PreservedState } from "../../src/compaction/attachments.ts";
import { replayTranscript } from "../../src/compaction/replay-transcript.ts";
import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";
import type { View } from "../../src/context/view.ts";
import type { Tokenizer } from "../../src/ports/tokenizer.ts";
import { usableTokens } from "../../src/context/usable-tokens.ts";
import type { Entry } from "../../src/log/entry.ts";
import { checkView, noViolations, collectOutputs, type Violations } from "../../src/testing/check-view.ts";
import { planChanges } from "../../src/testing/track-state.ts";
import { logTools } from "../../src/tools/log-tools.ts";
import { createToolSet } from "../../src/tools/tool-set.ts";

/** A long session with its plan and todos at each step. */
export type Session = {
  readonly messages: readonly TranscriptMessage[];
  /** Creates a fold of plan and todos over the entries of one replay. */
  readonly trackState?: () => (entries: readonly Entry[]) => PreservedState;
};

/** The results of keeping a session in a window. */
export type SessionFigures = {
  readonly steps: number;
  readonly violations: Violations;
  /** Changes of the front of the request, per 100 steps. */
  readonly invalidations: number;
  readonly summaries: number;
  /** How many times the log would fill the usable window, per 100 steps. */
  readonly windowsFilled: number;
  /** Minimum number of steps between two summaries; null with fewer than two. */
  readonly distance: number | null;
};

/** Counts each text once: every combination of window and summarizer replays the same sessions. */
const tokenizer = countOnce(createTokenizer());
const tools = createToolSet(logTools());
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function countOnce(exact: Tokenizer): Tokenizer {
  const known = new Map<string, number>();
  return {
    count(text) {
      const tokens = known.get(text) ?? exact.count(text);
      if (text.length > MIN_KNOWN_CHARACTERS) known.set(text, tokens);
      return tokens;
    },
  };
}

/** Shorter texts are counted faster than found. */
const MIN_KNOWN_CHARACTERS = 40;

/** Replays a session step by step, checks the laws at each step, and counts. */
export async function measureSession(
  session: Session,
  options: { readonly window: number; readonly summarise: (view: View) => Promise<string> },
): Promise<SessionFigures> {
  const { window } = options;
  const violations = noViolations();
  const summaries: number[] = [];
  let invalidations = 0;
  let head = 0;
  const outputs = collectOutputs(session.messages);
  const stateOf = session.trackState?.();
  const last = await replayTranscript(session.messages, {
    ...options,
    summarize: options.summarise,
    tokenizer,
    tools,
    sha256,
    ...(stateOf === undefined ? {} : { deriveState: stateOf, planChanges }),
    onStep: (step) => {
      checkView(step, { window, outputs }, violations);
      if (step.compacted) invalidations += 1;
      const now = step.view.head?.sequence ?? 0;
      if (now !== head) summaries.push(step.view.steps);
      head = now;
    },
  });
  const { steps } = last.view;
  const distances = summaries.slice(1).map((step, index) => step - (summaries[index] ?? 0));
  return {
    steps,
    violations,
    invalidations: (100 * invalidations) / steps,
    windowsFilled: (100 * last.view.logTokens) / usableTokens(window) / steps,
    summaries: summaries.length,
    distance: distances.length === 0 ? null : Math.min(...distances),
  };
}
