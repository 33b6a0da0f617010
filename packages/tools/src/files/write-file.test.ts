import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing, matching } from "../../test/expected.ts";
import { createTestRun } from "../../test/test-context.ts";
import { writeFileTool } from "./write-file.ts";

describe("write_file", () => {
  it("refuses to replace a file that was not read", async () => {
    const run = await createTestRun();
    await writeFile(join(run.folder, "a.txt"), "theirs");
    expect(await run.call(writeFileTool, { path: "a.txt", content: "ours" })).toMatchObject({
      outcome: "error",
      output: containing("has not been read"),
    });
    expect(await readFile(join(run.folder, "a.txt"), "utf8")).toBe("theirs");
  });

  it("accepts its own content when repeated after a crash, and tracks the file afterwards", async () => {
    const run = await createTestRun();
    await writeFile(join(run.folder, "a.txt"), "ours");
    const repeated = await run.call(writeFileTool, { path: "a.txt", content: "ours" });
    expect(repeated.outcome).toBeUndefined();
    expect(repeated.output).toContain("already has exactly this content");
    // The hash must be in the result, because later calls know only the log.
    expect(repeated.metadata).toEqual({ path: "a.txt", sha256: matching(/^[0-9a-f]{64}$/u) });
    expect((await run.call(writeFileTool, { path: "a.txt", content: "later" })).outcome).toBeUndefined();
  });
});
