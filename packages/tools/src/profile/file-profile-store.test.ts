import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeProfileStoreContract } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/test-context.ts";
import { createFileProfileStore } from "./file-profile-store.ts";

/** One folder is one person's: the contract has several. */
describeProfileStoreContract("files", async () => {
  const base = await temporaryFolder();
  const of = (workspaceId: string, personId: string) =>
    createFileProfileStore(join(base, workspaceId, personId));
  const at: ReturnType<typeof of>["read"] = async (scope, key) =>
    await of(scope.workspaceId, key.file === "soul" ? "soul" : scope.personId).read(scope, key);
  return {
    nextId: () => randomUUID(),
    close: async () => undefined,
    store: {
      read: at,
      write: async (scope, key, change) =>
        await of(scope.workspaceId, key.file === "soul" ? "soul" : scope.personId).write(scope, key, change),
      versions: async (scope, key) => await of(scope.workspaceId, scope.personId).versions(scope, key),
      days: async (scope) => await of(scope.workspaceId, scope.personId).days(scope),
      isSoulLocked: async (scope) => await of(scope.workspaceId, "soul").isSoulLocked(scope),
      lockSoul: async (scope, isLocked) => {
        await of(scope.workspaceId, "soul").lockSoul(scope, isLocked);
      },
    },
  };
});

const SCOPE = { workspaceId: "w", personId: "p" };
const USER = { file: "user", day: null } as const;

it("keeps the files where people find them, and takes an edit by hand as the next version", async () => {
  const folder = await temporaryFolder();
  const store = createFileProfileStore(folder);
  await store.write(SCOPE, USER, { version: 0, text: "## Name\nMira", trimmed: "", byAgent: true });
  await store.write(
    SCOPE,
    { file: "daily", day: "2026-11-23" },
    { version: 0, text: "x", trimmed: "", byAgent: true },
  );
  const file = join(folder, "memories", "USER.md");
  expect(await readFile(file, "utf8")).toBe("## Name\nMira");
  expect(await readFile(join(folder, "memories", "daily", "2026-11-23.md"), "utf8")).toBe("x");
  await writeFile(file, "## Name\nMira Okafor");
  expect(await store.read(SCOPE, USER)).toMatchObject({ text: "## Name\nMira Okafor", version: 2 });
  const change = { text: "Lost?", trimmed: "", byAgent: true };
  await expect(store.write(SCOPE, USER, { ...change, version: 1 })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await store.write(SCOPE, USER, { ...change, version: 2 });
  expect((await store.versions(SCOPE, USER)).map(({ text }) => text)).toEqual([
    ...["Lost?", "## Name\nMira Okafor", "## Name\nMira"],
  ]);
});

it("reads a file that a person began", async () => {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SOUL.md"), "## Identity\nKind");
  const soul = await createFileProfileStore(folder).read(SCOPE, { file: "soul", day: null });
  expect(soul).toMatchObject({ text: "## Identity\nKind", version: 1 });
});

it("refuses a day that is a path", async () => {
  const store = createFileProfileStore(await temporaryFolder());
  await expect(store.read(SCOPE, { file: "daily", day: "../../x" })).rejects.toThrow("YYYY-MM-DD");
});
