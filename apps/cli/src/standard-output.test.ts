import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createLineOutput } from "./standard-output.ts";

/** A stream that accepts `count` lines and then fails, like a pipe whose reader has ended. */
function closingStream(count: number): { readonly stream: Writable; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    autoDestroy: false,
    write(chunk, _encoding, done) {
      if (lines.length === count) return done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
      lines.push(String(chunk));
      done();
    },
  });
  return { stream, lines };
}

it("reports the first failure once, also to late listeners, and writes nothing after it", async () => {
  const { stream, lines } = closingStream(2);
  const output = createLineOutput(stream);
  const codes: (string | undefined)[] = [];
  output.onFailure(({ code }) => codes.push(code));
  const written: boolean[] = [];
  for (const line of ["a", "b", "c", "d"]) written.push(await output.write(line));
  output.print("e");
  output.onFailure(({ code }) => codes.push(code));
  expect(lines).toEqual(["a\n", "b\n"]);
  expect(written).toEqual([true, true, false, false]);
  expect(codes).toEqual(["EPIPE", "EPIPE"]);
});

it("does not call a listener that was removed", async () => {
  const output = createLineOutput(closingStream(0).stream);
  const remove = output.onFailure(() => {
    throw new Error("called");
  });
  remove();
  expect(await output.write("a")).toBe(false);
});
