import { describeMemoryStoreContract } from "@goaltrace/core/testing";
import type { NewMemory } from "@goaltrace/core/ports";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileMemoryStore } from "./file-memory-store.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "memory-"));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

describeMemoryStoreContract("a file", async () => ({
  store: createFileMemoryStore(path.join(folder, `${randomUUID()}.json`)),
  nextId: () => randomUUID(),
  makeTrace: async () => await Promise.resolve(randomUUID()),
  close: async () => await Promise.resolve(),
}));

const SCOPE = { workspaceId: "w", personId: "p" };
const entry = (name: string): NewMemory => ({
  ...{ type: "user", name, description: "", keywords: [], content: name, id: randomUUID() },
  ...{ audience: "person", state: "active", source: null, reason: null },
});

describe("createFileMemoryStore", () => {
  it("shows a change to another process at once, and loses none of concurrent ones", async () => {
    const file = path.join(folder, "deep", "memory.json");
    const [one, two] = [createFileMemoryStore(file), createFileMemoryStore(file)];
    await Promise.all([
      ...Array.from({ length: 10 }, async (_, index) => await one.save(SCOPE, entry(`one ${index}`))),
      ...Array.from({ length: 10 }, async (_, index) => await two.save(SCOPE, entry(`two ${index}`))),
    ]);
    expect(await createFileMemoryStore(file).list(SCOPE)).toHaveLength(20);
    expect(await one.revision(SCOPE)).toBe(20);
    expect(await readdir(path.dirname(file))).toEqual(["memory.json"]);
  });

  it("takes over the lock of a process that died", async () => {
    const file = path.join(folder, "memory.json");
    await writeFile(`${file}.lock`, "");
    const long = new Date(Date.now() - 60_000);
    await utimes(`${file}.lock`, long, long);
    await createFileMemoryStore(file).save(SCOPE, entry("kept"));
    expect(await createFileMemoryStore(file).list(SCOPE)).toMatchObject([{ name: "kept" }]);
  });

  it.each(["", "[]", '{"format":9,"rows":[]}', "not JSON"])(
    "leaves a file with other content unchanged: %s",
    async (text) => {
      const file = path.join(folder, "memory.json");
      await writeFile(file, text);
      const saved = createFileMemoryStore(file).save(SCOPE, entry("x"));
      await expect(saved).rejects.toMatchObject({ code: "CONFIGURATION_INVALID" });
    },
  );
});
