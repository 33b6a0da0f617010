import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { createTokenizer } from "../../src/adapters/tokenizer.ts";
import { replayTranscript } from "../../src/compaction/replay-transcript.ts";
import { shownMessages } from "../../src/compaction/shown-messages.ts";
import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";
import { windowBudget } from "../../src/compaction/window-budget.ts";
import { findEntities } from "../../src/testing/entities.ts";
import { factSessions } from "../../src/testing/fact-sessions.ts";
import { summarizers } from "../../src/testing/summarizers.ts";
import { planChanges, trackState } from "../../src/testing/track-state.ts";

const tokenizer = createTokenizer();
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The text of a message: its content and the values of its calls' arguments, without the escapes of JSON. */
function said({ content, tool_calls: calls = [] }: TranscriptMessage): string {
  const values = calls.map((call) => call.function.arguments.replaceAll(/\\[nt"]/gu, " "));
  return [typeof content === "string" ? content : "", ...values].join("\n");
}

/** The share of the facts that answers use which the request contained, with compaction and with truncation to the same size. */
async function measure(
  messages: readonly TranscriptMessage[],
  window: number,
): Promise<{ readonly ours: number; readonly truncation: number; readonly breaksPer100Steps: number }> {
  const texts = messages.map(said);
  const facts = texts.map(findEntities);
  const answers = messages.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
  const limit = windowBudget(window).summariseAbove;
  const found = { used: 0, ours: 0, truncation: 0, breaks: 0 };
  let step = 0;
  await replayTranscript(messages, {
    ...{ window, tokenizer, sha256, planChanges, deriveState: trackState() },
    summarize: async (view) => (await summarizers["good"]?.(view)) ?? "",
    onStep: (now) => {
      const answer = answers[step] ?? 0;
      const before = messages.slice(0, answer);
      const known = new Set(
        before.flatMap(({ role }, index) => (role === "assistant" ? [] : [...(facts[index] ?? [])])),
      );
      const ours = findEntities(JSON.stringify(shownMessages(now)).replaceAll(/\\+[nt"]/gu, " "));
      let from = answer;
      for (let room = limit; from > 0; from -= 1) {
        room -= tokenizer.count(texts[from - 1] ?? "");
        if (room < 0) break;
      }
      const newest = findEntities(texts.slice(from, answer).join("\n"));
      for (const fact of facts[answer] ?? []) {
        if (!known.has(fact)) continue;
        found.used += 1;
        if (ours.has(fact)) found.ours += 1;
        if (newest.has(fact)) found.truncation += 1;
      }
      if (now.compacted) found.breaks += 1;
      step += 1;
    },
  });
  return {
    ours: found.ours / found.used,
    truncation: found.truncation / found.used,
    breaksPer100Steps: (100 * found.breaks) / step,
  };
}

it.each([
  { window: 16_000, least: 0.98, mostBreaks: 8 },
  { window: 32_000, least: 0.99, mostBreaks: 3 },
])(
  "shows an agent nearly all facts that it uses next, more than truncation to the same size, and breaks few prefixes at $window",
  async ({ window, least, mostBreaks }) => {
    const session = factSessions["shell"]?.() ?? [];
    const { ours, truncation, breaksPer100Steps } = await measure(session, window);
    expect(ours).toBeGreaterThanOrEqual(least);
    expect(ours).toBeGreaterThan(truncation);
    expect(breaksPer100Steps).toBeLessThanOrEqual(mostBreaks);
  },
);
