import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";
import { createAskingRun } from "../testing/asking-run.ts";
import type { AskingRun } from "../testing/asking-run.ts";

let world: AccessWorld;
let folder: string;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  await world.database.permissions.setWorkspaceMode(world.slugs.ours, "ask");
  folder = await mkdtemp(path.join(tmpdir(), "goaltrace-undo-"));
});
afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const at: AccessWorld["at"] = (input) => world.at(input);

/** A run of the member whose command wrote `file` and deleted `gone-<file>`, which held `SECRET CONTENT`. */
async function commandRun(file: string): Promise<AskingRun> {
  await writeFile(path.join(folder, `gone-${file}`), "SECRET CONTENT");
  const person = world.person("member");
  const run = await createAskingRun(world, { person, shared: true, folder, file, tool: "bash_command" });
  expect(await run.work()).toBe("waiting");
  await expect(world.caller("member").runs.previewUndo(at({ traceId: run.traceId }))).rejects.toThrow(
    "in progress",
  );
  const [request] = await world.caller("member").requests.ofTrace(at({ traceId: run.traceId }));
  await world.caller("member").requests.approve(at({ traceId: run.traceId, id: request?.id ?? "" }));
  expect(await run.work()).toBe("completed");
  return run;
}

it("undoes the changes of a run's command once, for its person or an admin, and keeps those of others", async () => {
  const { traceId, path: written } = await commandRun("a.txt");
  const gone = path.join(folder, "gone-a.txt");
  expect(await readFile(written, "utf8")).toBe("one");
  const preview = await world.caller("member").runs.previewUndo(at({ traceId }));
  expect(preview).toEqual({
    paths: [
      { path: "a.txt", outcome: "reverted", change: "created" },
      { path: "gone-a.txt", outcome: "reverted", change: "deleted" },
    ],
    ...{ uncovered: [], unclear: [], undos: [] },
  });
  expect(await readFile(written, "utf8")).toBe("one");
  await writeFile(written, "mine");
  const done = await world.caller("admin").runs.undoFiles(at({ traceId }));
  expect(done.paths.map(({ path: name, outcome }) => [name, outcome])).toEqual([
    ["a.txt", "changed"],
    ["gone-a.txt", "reverted"],
  ]);
  expect(await readFile(gone, "utf8")).toBe("SECRET CONTENT");
  expect(await readFile(written, "utf8")).toBe("mine");
  expect(done.undos).toMatchObject([
    { person: { name: "admin" }, reverted: 1, kept: [{ path: "a.txt", outcome: "changed" }] },
  ]);
  const again = await world.caller("member").runs.undoFiles(at({ traceId }));
  expect(again.paths.map(({ outcome }) => outcome)).toEqual(["changed", "already"]);
});

it("stores versions sealed, shows them to no one, and deletes them with the run", async () => {
  const { traceId } = await commandRun("b.txt");
  const { pool } = world.database;
  const { rows } = await pool.query<{ sealed: Buffer; sha256: string }>(
    "select sealed, sha256 from file_version where trace_id = $1",
    [traceId],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ sealed }) => sealed.includes("SECRET CONTENT"))).toBe(false);
  for (const { sha256 } of rows)
    expect(
      await world.database.blobs.get({ workspaceId: world.slugs.ours, personId: "" }, sha256),
    ).toBeUndefined();
  await world.database.traces.delete({ workspaceId: world.slugs.ours, personId: "" }, traceId);
  const left = await pool.query("select from file_version where trace_id = $1", [traceId]);
  expect(left.rowCount).toBe(0);
});

it("refuses the run of someone else to a member", async () => {
  const run = await createAskingRun(world, {
    ...{ person: world.person("owner"), shared: true, folder, file: "c.txt" },
  });
  await run.work();
  const [request] = await world.caller("owner").requests.ofTrace(at({ traceId: run.traceId }));
  await world.caller("owner").requests.approve(at({ traceId: run.traceId, id: request?.id ?? "" }));
  await run.work();
  await expect(world.caller("member").runs.undoFiles(at({ traceId: run.traceId }))).rejects.toThrow(
    "belongs to someone else",
  );
  const done = await world.caller("owner").runs.undoFiles(at({ traceId: run.traceId }));
  expect(done.paths).toMatchObject([{ path: "c.txt", outcome: "reverted", change: "created" }]);
  await expect(readFile(run.path)).rejects.toThrow("ENOENT");
});
