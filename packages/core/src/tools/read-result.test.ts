import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolRun, type ToolRun } from "../testing/tool-run.ts";
import { readResultTool } from "./read-result.ts";

function runOn(text: string): ToolRun {
  return createToolRun({
    readOriginal: async (id) => (id === "known" ? { title: "read_file", text } : undefined),
  });
}

it("returns pages that join to the original text", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }),
      fc.integer({ min: 2, max: 50 }),
      async (text, limit) => {
        const run = runOn(text);
        let read = "";
        for (let offset = 0; offset < text.length;) {
          const { output } = await run.call(readResultTool, { id: "known", offset, limit });
          const body = output.slice(output.indexOf("]\n") + 2);
          read += body;
          offset =
            /Continue with offset=(\d+)/u.exec(output)?.[1] === undefined
              ? text.length
              : Number(/Continue with offset=(\d+)/u.exec(output)?.[1]);
        }
        expect(read).toBe(text);
      },
    ),
    { numRuns: 40 },
  );
});

it("returns matching lines with their numbers and offsets", async () => {
  const text = "first\nan Error here\nlast\n";
  const run = runOn(text);
  const { output } = await run.call(readResultTool, { id: "known", grep: "error" });
  expect(output).toBe("2 (offset 6): an Error here");
  expect((await run.call(readResultTool, { id: "known", from_line: 2, limit: 13 })).output).toContain(
    "]\nan Error here",
  );
});

it("rejects an id of another log", async () => {
  const run = runOn("text");
  expect(await run.call(readResultTool, { id: "other" })).toMatchObject({ outcome: "error" });
});

it("returns pages as long as the room and names where to continue", async () => {
  const text = "0123456789".repeat(2_000);
  const run = createToolRun({
    room: { tokens: 640, count: (part) => Math.ceil(part.length / 2) },
    readOriginal: async () => ({ title: "fetch", text }),
  });
  const { output } = await run.call(readResultTool, { id: "known" });
  const [, to = ""] = /^\[characters 0 to (\d+) of 20000\. Continue with offset=\1\.\]\n/u.exec(output) ?? [];
  expect(Number(to)).toBeGreaterThan(1_000);
  expect(output.length / 2).toBeLessThanOrEqual(640);
  const last = await run.call(readResultTool, { id: "known", offset: 19_990 });
  expect(last.output).toBe("[characters 19990 to 20000 of 20000. This is the end.]\n0123456789");
});

describe("grep", () => {
  const json = JSON.stringify({
    rows: Array.from({ length: 5_000 }, (_, row) => ({ row, name: `Customer ${row}`, city: "Ürümqi" })),
  });

  it("shows a match inside one-line JSON with its surroundings and an offset that reads it", async () => {
    const run = runOn(json);
    const { output } = await run.call(readResultTool, { id: "known", grep: 'customer 4711"' });
    expect(output.length).toBeLessThan(500);
    expect(output).toMatch(/^1 \(offset \d+\): ….*"row":4711,"name":"Customer 4711","city":"Ürümqi".*…$/u);
    const offset = Number(/offset (\d+)/u.exec(output)?.[1]);
    const page = await run.call(readResultTool, { id: "known", offset, limit: 320 });
    expect(page.output).toContain('"name":"Customer 4711"');
  });

  it("continues after the places already shown until every match was shown", async () => {
    const run = runOn(json);
    const seen = new Set<string>();
    let offset: number | undefined = 0;
    for (let calls = 0; offset !== undefined && calls < 400; calls += 1) {
      const { output } = await run.call(readResultTool, { id: "known", grep: "Customer 12", offset });
      expect(output.length / 4).toBeLessThanOrEqual(1_000);
      for (const [, name = ""] of output.matchAll(/"name":"(Customer 12\d*)"/gu)) seen.add(name);
      const next = /Continue with offset=(\d+)/u.exec(output)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(seen.size).toBe(111);
  });
});
