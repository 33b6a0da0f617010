import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolResult } from "@goaltrace/core";
import { IS_SOAK } from "@goaltrace/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bashCommandTool } from "../execution/bash-command.ts";
import { createSandbox } from "../process/sandbox.ts";
import { createUndoWorld, type UndoWorld } from "../../test/undo-world.ts";

/** A sandbox is not needed to see what a command changes, so these run everywhere. */
const sandbox = createSandbox(null);

async function command({ run, history }: UndoWorld, line: string): Promise<ToolResult> {
  return await run.call(bashCommandTool({ sandbox, variables: process.env, history }), { command: line });
}

function fill({ project }: UndoWorld): void {
  mkdirSync(join(project, "src/deep"), { recursive: true });
  writeFileSync(join(project, "src/a.ts"), "one\ntwo\n");
  writeFileSync(join(project, "src/deep/b.bin"), Buffer.from([0, 255, 13, 10, 0]));
  writeFileSync(join(project, "run.sh"), "echo hi\n", { mode: 0o755 });
  writeFileSync(join(project, "latin.txt"), Buffer.from("caf\xe9\r\n", "latin1"));
  writeFileSync(join(project, ".gitignore"), "dist/\n");
  symlinkSync("src/a.ts", join(project, "link"));
  mkdirSync(join(project, "empty"));
  mkdirSync(join(project, "dist"));
  writeFileSync(join(project, "dist/out.js"), "built");
}

it("brings back every byte that a command edited, deleted, moved or created, with modes, links and folders", async () => {
  const world = createUndoWorld();
  fill(world);
  const before = world.tree();
  const { metadata } = await command(
    world,
    [
      "sed -i s/two/three/ src/a.ts; rm latin.txt; mv src/deep src/moved; rmdir empty; mkdir -p new/er; touch new/er/x",
      "chmod 600 run.sh; ln -sfn run.sh link; ln -s /etc/passwd outside; rm -r new/er/x; mkdir latin.txt; echo y > latin.txt/y",
      "chmod 700 src",
    ].join("; "),
  );
  expect(world.tree()).not.toEqual(before);
  expect(metadata?.["diff"]).toContain("diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts");
  expect(metadata?.["diff"]).toContain("-two\n+three\n");
  expect(metadata?.["diff"]).toContain("old mode 100755\nnew mode 100600\n");
  const undone = await world.undo();
  expect(undone.filter(({ outcome }) => outcome !== "reverted")).toEqual([]);
  expect(world.tree()).toEqual(before);
  expect((await world.undo()).every(({ outcome }) => outcome === "already")).toBe(true);
});

it("keeps and lists files that someone else has changed since, and reverts the rest", async () => {
  const world = createUndoWorld();
  fill(world);
  await command(world, "echo a >> src/a.ts; echo r >> run.sh; mkdir made; echo f > made/f; rm latin.txt");
  writeFileSync(join(world.project, "src/a.ts"), "mine");
  writeFileSync(join(world.project, "made/mine"), "mine");
  writeFileSync(join(world.project, "latin.txt"), "mine");
  expect(Object.fromEntries((await world.undo()).map(({ path, outcome }) => [path, outcome]))).toEqual({
    "latin.txt": "changed",
    made: "not_empty",
    "made/f": "reverted",
    "run.sh": "reverted",
    "src/a.ts": "changed",
  });
  for (const path of ["src/a.ts", "made/mine", "latin.txt"])
    expect(readFileSync(join(world.project, path), "utf8")).toBe("mine");
  expect(readFileSync(join(world.project, "run.sh"), "utf8")).toBe("echo hi\n");
});

it("does not touch files behind a link that replaced a folder", async () => {
  const world = createUndoWorld();
  fill(world);
  await command(world, "echo changed > src/a.ts; echo new > src/new");
  mkdirSync(join(world.home, "elsewhere"), { recursive: true });
  writeFileSync(join(world.home, "elsewhere/a.ts"), "changed\n");
  writeFileSync(join(world.home, "elsewhere/new"), "new\n");
  rmSync(join(world.project, "src"), { recursive: true });
  symlinkSync(join(world.home, "elsewhere"), join(world.project, "src"));
  expect((await world.undo()).map(({ outcome }) => outcome)).toEqual(["changed", "changed"]);
  expect(readFileSync(join(world.home, "elsewhere/a.ts"), "utf8")).toBe("changed\n");
  expect(existsSync(join(world.home, "elsewhere/new"))).toBe(true);
});

it("predicts what it would do, without doing it", async () => {
  const world = createUndoWorld();
  fill(world);
  await command(world, "rm src/a.ts");
  const left = world.tree();
  expect(await world.undo({ dryRun: true })).toEqual([{ path: "src/a.ts", outcome: "reverted" }]);
  expect(world.tree()).toEqual(left);
});

it("never deletes a file that came into view only because it is no longer ignored", async () => {
  const world = createUndoWorld();
  fill(world);
  await command(world, "echo '*.log' > .gitignore");
  await world.undo();
  expect(readFileSync(join(world.project, "dist/out.js"), "utf8")).toBe("built");
  expect(readFileSync(join(world.project, ".gitignore"), "utf8")).toBe("dist/\n");
});

it("detects an edit that keeps size and time, but not one made before the command", async () => {
  const world = createUndoWorld();
  fill(world);
  await command(world, "true");
  writeFileSync(join(world.project, "src/a.ts"), "by a person");
  await command(
    world,
    "cp -p run.sh /tmp/undo-ref.$$; printf 'ECHO hi\\n' > run.sh; touch -r /tmp/undo-ref.$$ run.sh; rm /tmp/undo-ref.$$",
  );
  const changed = world.run.recorded.flatMap((event) =>
    event.type === "file.changed" ? event.data.path : [],
  );
  expect(changed).toEqual(["run.sh"]);
});

it.each([
  ["files", "too many files", { files: 3, bytes: 1_000 }],
  ["bytes", "too many bytes", { files: 100, bytes: 10 }],
])("reports that nothing is covered (%s) in a folder with %s", async (reason, _, limits) => {
  const world = createUndoWorld({ limits });
  fill(world);
  const { metadata } = await command(world, "echo x > src/a.ts");
  expect(metadata).toMatchObject({ uncovered: reason });
  expect(world.run.recorded.at(-1)).toMatchObject({
    type: "process.ended",
    data: { changes: { count: 0, uncovered: reason } },
  });
});

it("names a changed file of which no version could be kept, and reverts the rest", async () => {
  const refuses = {
    keep: async ({ bytes }: { readonly bytes: Uint8Array }) => {
      if (bytes.length === 8) throw new Error("no room");
    },
  };
  const world = createUndoWorld({ context: { versions: refuses } });
  fill(world);
  await command(world, "echo x > src/a.ts; echo longer text > run.sh");
  expect(world.run.recorded.at(-1)).toMatchObject({ data: { changes: { unclear: ["run.sh", "src/a.ts"] } } });
});

it("records what a command changed before it was stopped", async () => {
  const stopped = new AbortController();
  const world = createUndoWorld({
    context: { signal: stopped.signal, output: () => stopped.abort() },
  });
  fill(world);
  const before = world.tree();
  await command(world, "rm run.sh; echo begun; sleep 60");
  await world.undo();
  expect(world.tree()).toEqual(before);
});

it("reads no file again that has not changed since the last command, in a new process either", async () => {
  const world = createUndoWorld();
  fill(world);
  await expect
    .poll(async () => {
      await command(world, "true");
      return existsSync(join(world.home, "folders"));
    })
    .toBe(true);
  const { readdirSync } = await import("node:fs");
  const [folder = ""] = readdirSync(join(world.home, "folders"));
  const place = join(world.home, "folders", folder);
  const files = readdirSync(place, { recursive: true }).map(String);
  expect(files.some((file) => readFileText(join(place, file)).includes("echo hi"))).toBe(false);
  expect(files).toContain("manifest");
});

function readFileText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

const name = fc.constantFrom("a", "b", "c", "d/a", "d/b", "d/e/a");
const step = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), path: name, text: fc.string({ maxLength: 5 }) }),
  fc.record({ kind: fc.constant("remove" as const), path: name }),
  fc.record({ kind: fc.constant("move" as const), path: name, to: name }),
  fc.record({ kind: fc.constant("mode" as const), path: name, mode: fc.constantFrom("600", "644", "755") }),
  fc.record({ kind: fc.constant("link" as const), path: name, to: name }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function toCommand(steps: readonly Step[]): string {
  return ["true", ...steps.map(toShell)].join("; ");
}

function toShell(step: Step): string {
  const folder = (path: string): string => `mkdir -p "$(dirname ${path})"`;
  switch (step.kind) {
    case "write":
      return `${folder(step.path)}; [ -d ${step.path} ] || printf %s ${quote(step.text)} > ${step.path}`;
    case "remove":
      return `rm -rf ${step.path}`;
    case "move":
      return `${folder(step.to)}; mv -fT ${step.path} ${step.to}`;
    case "mode":
      return `[ -L ${step.path} ] || chmod ${step.mode} ${step.path}`;
    case "link":
      return `${folder(step.path)}; ln -sfT ${step.to} ${step.path}`;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replaceAll("\0", "")}'`;
}

it("undoes any commands in any folder together, byte by byte", async () => {
  const steps = fc.array(step, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(steps, steps, async (first, second) => {
      const world = createUndoWorld();
      fill(world);
      await command(inOtherRun(world), toCommand(first));
      const before = world.tree();
      await command(world, toCommand(second));
      await command(world, toCommand(first));
      const undone = await world.undo();
      expect(undone.filter(({ outcome }) => !["reverted", "already"].includes(outcome))).toEqual([]);
      expect(world.tree()).toEqual(before);
    }),
    { numRuns: IS_SOAK ? 40 : 4 },
  );
});

/** The same folder, in a run of its own. */
function inOtherRun(world: UndoWorld): UndoWorld {
  return { ...world, run: createUndoWorld({ context: { projectFolder: world.project } }).run };
}

it("restores a read-only file", async () => {
  const world = createUndoWorld();
  fill(world);
  chmodSync(join(world.project, "run.sh"), 0o444);
  const before = world.tree();
  await command(world, "rm -f run.sh");
  await world.undo();
  expect(world.tree()).toEqual(before);
});
