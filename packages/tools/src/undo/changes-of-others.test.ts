import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createUndoWorld } from "../../test/undo-world.ts";
import { bashCommandTool } from "../execution/bash-command.ts";
import { hashOfBytes } from "../files/content-blob.ts";
import { createSandbox } from "../process/sandbox.ts";

const sandbox = createSandbox(null);
const LIMIT_MS = 30_000;

/**
 * Runs a command that another agent interrupts: the line contains `wait`, at which the other agent does its work. Returns the changes that are recorded
 * for the command, with the text before and after, and undoes them.
 */
async function runBeside(line: string, other: { readonly path: string; readonly writes: string }) {
  const texts = new Map<string, string>();
  const world = createUndoWorld({
    context: {
      blobs: {
        ...createUndoWorld().run.context.blobs,
        get: async (_scope, sha256) => {
          const text = texts.get(sha256);
          return text === undefined
            ? undefined
            : { sha256, text, mediaType: "text/plain", encoding: "utf8" as const };
        },
      },
      watchOthers: () => () => {
        const sha256 = hashOfBytes(Buffer.from(other.writes));
        texts.set(sha256, other.writes);
        return new Map([[other.path, sha256]]);
      },
    },
  });
  const file = join(world.project, other.path);
  writeFileSync(file, "one\n");
  writeFileSync(join(world.project, "mine.txt"), "mine\n");
  // The other agent writes when the command says so, and the command waits for it.
  const [before = "", after = ""] = line.split(" wait ");
  const command = `${before}; touch ../ready; until [ -e ../done ]; do sleep 0.01; done; ${after}`;
  const running = world.run.call(
    bashCommandTool({ sandbox, variables: process.env, history: world.history }),
    {
      command,
    },
  );
  await vi.waitUntil(() => existsSync(join(world.project, "../ready")), LIMIT_MS);
  writeFileSync(file, other.writes);
  writeFileSync(join(world.project, "../done"), "");
  await running;
  const changed = world.run.recorded.flatMap((event) => (event.type === "file.changed" ? [event.data] : []));
  return { world, changed, content: () => readFileSync(file, "utf8") };
}

describe("a command beside an agent that changes the same folder", () => {
  const other = { path: "a.txt", writes: "theirs\n" };

  it("does not claim the other agent's change as its own", async () => {
    const { changed, world, content } = await runBeside("true wait echo more >> mine.txt", other);
    expect(changed.map(({ path }) => path)).toEqual(["mine.txt"]);
    await world.undo();
    expect(content()).toBe("theirs\n");
  });

  it.each([
    ["with its own content", "old=$(cat a.txt) wait printf '%s\\nlate\\n' \"$old\" > a.txt", "one\nlate\n"],
    ["with the content from before", "cp a.txt ../old wait cp ../old a.txt", "one\n"],
  ])(
    "records that it overwrote that change %s, and undoing brings the change back",
    async (_, line, ends) => {
      const { changed, world, content } = await runBeside(line, other);
      expect(content()).toBe(ends);
      expect(changed).toMatchObject([
        {
          path: "a.txt",
          beforeBlob: hashOfBytes(Buffer.from(other.writes)),
          afterBlob: hashOfBytes(Buffer.from(ends)),
        },
      ]);
      await world.undo();
      expect(content()).toBe("theirs\n");
    },
  );

  it("records that it deleted the file that the other agent changed", async () => {
    const { changed } = await runBeside("true wait rm a.txt", other);
    expect(changed).toMatchObject([
      { path: "a.txt", deleted: true, beforeBlob: hashOfBytes(Buffer.from(other.writes)) },
    ]);
  });
});
