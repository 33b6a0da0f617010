import { createTestIds, createToolRun } from "@goaltrace/core/testing";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { temporaryFolder } from "../../test/test-context.ts";
import { editFileTool } from "./edit-file.ts";
import { readFileTool } from "./read-file.ts";
import { writeFileTool } from "./write-file.ts";

/** Two agents in one folder, each of which has read the same file. */
async function twoAgents() {
  const folder = await temporaryFolder();
  const file = join(folder, "a.txt");
  await writeFile(file, "one\ntwo\n");
  const ids = createTestIds();
  const agents = [0, 1].map(() => createToolRun({ projectFolder: folder, ids }));
  for (const agent of agents) await agent.call(readFileTool, { path: "a.txt" });
  const [first, second] = agents;
  if (first === undefined || second === undefined) throw new Error("no agents");
  return { first, second, content: async () => await readFile(file, "utf8") };
}

const replace = (old_text: string, new_text: string) => ({
  path: "a.txt",
  edits: [{ type: "replace" as const, old_text, new_text }],
});

describe("two agents that change one file", () => {
  it("never overwrite each other's edit: the later one must read the file again", async () => {
    const { first, second, content } = await twoAgents();
    expect((await first.call(editFileTool, replace("one", "1"))).outcome).toBeUndefined();
    for (const attempt of [
      await second.call(editFileTool, replace("two", "2")),
      await second.call(writeFileTool, { path: "a.txt", content: "mine" }),
    ])
      expect(attempt).toMatchObject({ outcome: "error", output: containing("changed on disk") });
    expect(await content()).toBe("1\ntwo\n");
    await second.call(readFileTool, { path: "a.txt" });
    expect((await second.call(editFileTool, replace("two", "2"))).outcome).toBeUndefined();
    expect(await content()).toBe("1\n2\n");
  });

  it("never both succeed with the same content as their base, even at the same moment", async () => {
    for (let round = 0; round < 40; round += 1) {
      const { first, second, content } = await twoAgents();
      const results = await Promise.all([
        first.call(editFileTool, replace("one", "1")),
        second.call(writeFileTool, { path: "a.txt", content: "mine" }),
      ]);
      const successes = results.filter(({ outcome }) => outcome === undefined);
      expect(successes, await content()).toHaveLength(1);
      expect(await content()).toBe(successes[0] === results[0] ? "1\ntwo\n" : "mine");
    }
  });
});
