import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccessWorld } from "../testing/access-world.ts";
import { openWorker } from "../testing/open-worker.ts";
import type { AccessWorld } from "../testing/access-world.ts";

let world: AccessWorld;
let folder: string;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "");
  await world.database.permissions.setWorkspaceMode(world.slugs.ours, "ask");
  folder = await mkdtemp(path.join(tmpdir(), "goaltrace-trial-"));
});
afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const at: AccessWorld["at"] = (input) => world.at(input);

/** Executes a run until it ends or waits. */
async function work(traceId: string): Promise<void> {
  const worker = await openWorker(world);
  const claimed = await worker.ports.traces.claim({ owner: "test", leaseMs: 60_000, only: traceId });
  if (claimed !== undefined)
    await executeClaimedTrace({
      ...{ ...claimed, ports: worker.ports, live: worker.database.live },
      release: new AbortController().signal,
    });
  await worker.close();
}

it("tries a tool in a run that asks people like any other, and shows its result", async () => {
  const admin = world.caller("admin");
  const { id: folderId } = await admin.folders.add(at({ path: folder, name: "Trial" }));
  const input = { name: "write_file", arguments: '{"path":"note.txt","content":"tried"}', folderId };
  const { traceId } = await admin.tools.try(at(input));
  await work(traceId);
  expect(await admin.tools.trial(at({ traceId }))).toMatchObject({
    trace: { status: "waiting", waitingFor: "approval" },
    ...{ isOver: false, result: null },
  });
  const [request] = await admin.requests.ofTrace(at({ traceId }));
  await admin.requests.approve(at({ traceId, id: request?.id ?? "" }));
  await work(traceId);
  expect(await admin.tools.trial(at({ traceId }))).toMatchObject({
    trace: { status: "completed" },
    ...{ isOver: true, result: { outcome: "ok", isCut: false }, failure: null },
  });
  expect(await readFile(path.join(folder, "note.txt"), "utf8")).toBe("tried");
  const { items } = await admin.audit.list(at({}));
  expect(items[0]).toMatchObject({ action: "tool.tried", target: "write_file" });
  const { items: tools } = await world.caller("viewer").tools.list(at({}));
  expect(tools.find(({ name }) => name === "write_file")?.use).toMatchObject({
    calls: 1,
    failed: 0,
    runs: 1,
  });
});

it("shows what rules decide about a tool, and which agents have it", async () => {
  await world
    .caller("admin")
    .permissions.addRule(
      at({ place: { layer: "workspace" as const }, effect: "deny" as const, rule: "write_file(out/**)" }),
    );
  const viewer = world.caller("viewer");
  const { items, canTry } = await viewer.tools.list(at({}));
  expect(canTry).toBe(false);
  expect(items.find(({ name }) => name === "read_file")?.effect).toBe("allow");
  expect(items.find(({ name }) => name === "write_file")?.effect).toBe("ask");
  const tool = await viewer.tools.get(at({ name: "write_file" }));
  expect(tool.rights.map(({ pattern, effect }) => [pattern, effect])).toEqual([
    ["", "ask"],
    ["out/**", "deny"],
  ]);
  expect(tool.agents).toContainEqual({ name: "explore", hasTool: false });
  expect(tool.inputSchema).toMatchObject({ required: ["path", "content"] });
});

it("refuses a tool that does not exist, and shows no other run as a trial", async () => {
  const admin = world.caller("admin");
  const unknown = { name: "write_fil", arguments: "{}", folderId: null };
  await expect(admin.tools.try(at(unknown))).rejects.toThrow("There is no tool");
  await expect(admin.tools.get(at({ name: "nothing" }))).rejects.toThrow("There is no tool");
  await expect(admin.tools.trial(at({ traceId: "nothing" }))).rejects.toThrow();
});
