import fc from "fast-check";
import { expect, it } from "vitest";
import { createMessageReader, frame } from "./message-stream.ts";

const read = (chunks: readonly Buffer[], maxBytes = 1_000_000) => {
  const [messages, broken]: [string[], string[]] = [[], []];
  const receive = createMessageReader({
    maxBytes,
    onMessage: (body) => messages.push(body),
    onBroken: (reason) => broken.push(reason),
  });
  for (const chunk of chunks) receive(chunk);
  return { messages, broken };
};

it("reads what was written, wherever the stream is cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: fc.string() })),
      fc.array(fc.nat({ max: 50 })),
      (messages, lengths) => {
        const bytes = Buffer.concat(messages.map(frame));
        const chunks: Buffer[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const length = 1 + (lengths[turn % Math.max(1, lengths.length)] ?? bytes.length);
          chunks.push(bytes.subarray(at, at + length));
          at += length;
        }
        const result = read(chunks);
        expect(result.messages.map((body): unknown => JSON.parse(body))).toEqual(messages);
        expect(result.broken).toEqual([]);
      },
    ),
  );
});

it.each([
  ["something else", Buffer.alloc(5_000, "x")],
  ["a header without a length", Buffer.from("Content-Type: x\r\n\r\n")],
  ["a message that is too large", Buffer.from("Content-Length: 5000000\r\n\r\n")],
])("gives up on %s once, and keeps none of it in memory", (_, chunk) => {
  const { messages, broken } = read([chunk, chunk, frame({ text: "after" })]);
  expect(messages).toEqual([]);
  expect(broken).toHaveLength(1);
});
