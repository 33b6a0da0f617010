import type { TranscriptMessage } from "../compaction/transcript-entries.ts";

/** Input and output of one call of a generated session. */
export type SessionCall = { readonly name: string; readonly input: object; readonly output: string };

/** Writes a transcript message by message, with sequential call ids. */
export type SessionWriter = {
  readonly messages: readonly TranscriptMessage[];
  user(text: string): void;
  /** Adds the assistant's text and its parallel calls with their results. */
  step(text: string, ...calls: readonly SessionCall[]): void;
};

/** Creates a writer for one session. */
export function createSessionWriter(instructions: string): SessionWriter {
  const messages: TranscriptMessage[] = [{ role: "system", content: instructions }];
  let calls = 0;
  return {
    messages,
    user: (text) => void messages.push({ role: "user", content: text }),
    step(text, ...sessionCalls) {
      const ids = sessionCalls.map(() => `call_${(calls += 1)}`);
      const toolCalls = sessionCalls.map(({ name, input }, index) => ({
        id: ids[index] ?? "",
        function: { name, arguments: JSON.stringify(input) },
      }));
      messages.push({
        role: "assistant",
        content: text,
        ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
      });
      for (const [index, { output }] of sessionCalls.entries())
        messages.push({ role: "tool", tool_call_id: ids[index] ?? "", content: output });
    },
  };
}

const WORDS = (
  "account address balance batch branch cache cart change charge check client column commit config count coupon customer date " +
  "default delivery detail draft entry error event export field file filter folder format gateway handler header history import " +
  "index invoice item journal key label ledger limit line list lock margin market message method module month notice number " +
  "order owner page parser partner payment period person policy price process profile query queue range rate reason record " +
  "refund region report request result retry route rule sale schema season segment server session shelf shipment signal source " +
  "state status stock store supplier table target tax team ticket total trace type unit update user value vendor week window"
).split(" ");

/** Returns a deterministic pseudorandom generator: integers from 0 to below `limit`. */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

/** Returns `count` random words. */
export function randomWords(random: (most: number) => number, count: number): string {
  return Array.from({ length: count }, () => WORDS[random(WORDS.length)] ?? "").join(" ");
}

/** Joins `count` lines. */
export function writeLines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
