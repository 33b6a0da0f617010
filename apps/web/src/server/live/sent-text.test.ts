import type { Delta } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { createSentText } from "./sent-text.ts";

const answer = (text: string, attempt = 1) => ({ callId: "call", attempt, text, reasoning: "" });
const delta = (offset: number, text: string, attempt = 1): Delta => ({
  kind: "delta",
  ...{ traceId: "trace", callId: "call", channel: "text", attempt, offset, text },
});

it("sends a partial text once, and again when it has grown", () => {
  const sent = createSentText();
  expect([answer("Let me"), answer("Let me"), answer("Let me think")].map(sent.takePartial)).toEqual([
    true,
    false,
    true,
  ]);
});

it("does not send a partial text whose deltas were sent", () => {
  const sent = createSentText();
  sent.note(delta(0, "Let me"));
  sent.note(delta(6, " think"));
  expect(sent.takePartial(answer("Let me think"))).toBe(false);
});

it("sends the partial text that fills the gap before a delta", () => {
  const sent = createSentText();
  sent.note(delta(6, " think"));
  expect(sent.takePartial(answer("Let me think"))).toBe(true);
});

it("sends the text of a new attempt, however short", () => {
  const sent = createSentText();
  sent.note(delta(0, "Let me think"));
  expect(sent.takePartial(answer("So", 2))).toBe(true);
});

it("sends an answer of which only the reasoning has grown", () => {
  const sent = createSentText();
  sent.takePartial(answer("Let me"));
  expect(sent.takePartial({ ...answer("Let me"), reasoning: "First" })).toBe(true);
});
