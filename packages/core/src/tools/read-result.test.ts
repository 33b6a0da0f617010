import fc from "fast-check";
import { expect, it } from "vitest";
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
