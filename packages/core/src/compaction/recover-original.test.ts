import { expect, it } from "vitest";
import { recoverOriginal } from "./recover-original.ts";
import { type ReplayStep, replayTranscript } from "./replay-transcript.ts";
import { shownMessages } from "./shown-messages.ts";
import type { TranscriptMessage } from "./transcript-entries.ts";

const SHORT = "short result";
const LONG = "0123456789".repeat(1_000);

async function replay(
  onMessage: (step: ReplayStep, messages: number) => void = () => undefined,
): Promise<ReplayStep> {
  const call = (id: string): TranscriptMessage => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id, function: { name: "look", arguments: "{}" } }],
  });
  const messages: readonly TranscriptMessage[] = [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Look twice." },
    call("a"),
    { role: "tool", tool_call_id: "a", content: SHORT },
    call("b"),
    { role: "tool", tool_call_id: "b", content: LONG },
  ];
  return await replayTranscript(messages, {
    ...{ window: 8_000, tokenizer: { count: (text: string) => text.length } },
    ...{ sha256: (text: string) => text.slice(0, 64).padEnd(64, "0"), summarize: async () => "" },
    onMessage,
  });
}

it("shows a request after each message, in the format in which it is sent", async () => {
  const sizes: (readonly [number, number])[] = [];
  const last = await replay((step, at) => sizes.push([at, shownMessages(step).length]));
  expect(sizes).toEqual([1, 2, 3, 4, 5, 6].map((at) => [at, at]));
  expect(shownMessages(last).slice(0, 4)).toEqual([
    { role: "system", content: "Be kind." },
    { role: "user", content: "Look twice." },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "a", content: SHORT },
  ]);
});

it("returns the original behind the id of a call, a spilled result or a message", async () => {
  const last = await replay();
  const spilled = /read_result id="([^"]+)"/u.exec(
    JSON.stringify(shownMessages(last)).replaceAll("\\", ""),
  )?.[1];
  expect(recoverOriginal(last, spilled ?? "")).toBe(LONG);
  expect(recoverOriginal(last, "b")).toBe(LONG);
  expect(recoverOriginal(last, "a")).toBe(SHORT);
  expect(recoverOriginal(last, "#1")).toBe("Look twice.");
  expect(recoverOriginal(last, "#3")).toBe(SHORT);
  expect(recoverOriginal(last, "other")).toBeUndefined();
});
