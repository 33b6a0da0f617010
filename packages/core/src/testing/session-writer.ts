import type { TranscriptMessage } from "../compaction/transcript-entries.ts";

/** Arguments and result of one call of a made session. */
export type MadeCall = { readonly name: string; readonly input: object; readonly output: string };

/** Writes a transcript message by message, with ids that count up. */
export type SessionWriter = {
  readonly messages: readonly TranscriptMessage[];
  user(text: string): void;
  /** What the assistant says, and what it calls at once. */
  step(text: string, ...calls: readonly MadeCall[]): void;
};

/** A writer for one session. */
export function createSessionWriter(instructions: string): SessionWriter {
  const messages: TranscriptMessage[] = [{ role: "system", content: instructions }];
  let calls = 0;
  return {
    messages,
    user: (text) => void messages.push({ role: "user", content: text }),
    step(text, ...made) {
      const ids = made.map(() => `call_${(calls += 1)}`);
      const asked = made.map(({ name, input }, index) => ({
        id: ids[index] ?? "",
        function: { name, arguments: JSON.stringify(input) },
      }));
      messages.push({
        role: "assistant",
        content: text,
        ...(asked.length === 0 ? {} : { tool_calls: asked }),
      });
      for (const [index, { output }] of made.entries())
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

/** Numbers that look random and are the same every time: 0 up to below `most`. */
export function createDice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** So many made-up words. */
export function wordsOf(dice: (most: number) => number, count: number): string {
  return Array.from({ length: count }, () => WORDS[dice(WORDS.length)] ?? "").join(" ");
}

/** So many lines that `line` writes. */
export function linesOf(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
