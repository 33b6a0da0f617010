import type { Delta } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { OUTPUT_NOTICE_CHARACTERS } from "../tunables.ts";
import { createOutgoingNotices } from "./outgoing-notices.ts";

const piece = (fields: Partial<Delta>): Delta => ({
  ...{ kind: "delta", traceId: "trace", callId: "call", attempt: 1, channel: "output", offset: 0, text: "" },
  ...fields,
});

it("keeps the end of output, with its offset, when output outpaces sending", () => {
  const outgoing = createOutgoingNotices();
  const line = "0123456789abcdef";
  const count = 100_000;
  for (let index = 0; index < count; index += 1)
    outgoing.add(piece({ offset: index * line.length, text: line }));
  const [notice, ...others] = outgoing.take();
  expect(others).toEqual([]);
  const offset = count * line.length - OUTPUT_NOTICE_CHARACTERS;
  expect(notice).toEqual(piece({ offset, text: line.repeat(OUTPUT_NOTICE_CHARACTERS / line.length) }));
  expect(outgoing.take()).toEqual([]);
});

it("keeps the outputs of concurrent calls apart and orders them by their first piece", () => {
  const outgoing = createOutgoingNotices();
  const answer = piece({ callId: "answer", channel: "text", text: "So" });
  outgoing.add(piece({ text: "one " }));
  outgoing.add(answer);
  outgoing.add(piece({ callId: "other", text: "other" }));
  outgoing.add({ kind: "signalled", traceId: "trace" });
  outgoing.add(piece({ offset: 4, text: "two" }));
  expect(outgoing.take()).toEqual([
    piece({ text: "one two" }),
    answer,
    piece({ callId: "other", text: "other" }),
    { kind: "signalled", traceId: "trace" },
  ]);
});

it("joins pieces of an answer only when they are contiguous", () => {
  const outgoing = createOutgoingNotices();
  const answerPiece = (offset: number, text: string, attempt = 1): Delta =>
    piece({ channel: "text", offset, text, attempt });
  for (const delta of [
    answerPiece(0, "Hel"),
    answerPiece(3, "lo"),
    answerPiece(9, "later"),
    answerPiece(0, "Again", 2),
  ])
    outgoing.add(delta);
  expect(outgoing.take()).toEqual([
    answerPiece(0, "Hello"),
    answerPiece(9, "later"),
    answerPiece(0, "Again", 2),
  ]);
});
