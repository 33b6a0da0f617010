import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createFileProfileStore } from "@goaltrace/tools";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { syncProfileFiles } from "./sync-profile-files.ts";

const SCOPE = { workspaceId: "workspace", personId: "mira" };
const NOW = Date.parse("2026-11-24T08:00Z");
const USER = { file: "user", day: null } as const;
const YESTERDAY = { file: "daily", day: "2026-11-23" } as const;

let base = "";
let folder = "";
let count = 0;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "goaltrace-profile-"));
});
afterAll(async () => await rm(base, { recursive: true }));
beforeEach(() => {
  count += 1;
  folder = join(base, String(count));
});

/** The profile of a workspace, and the files of its person. */
function setUp(workspace = "workspace") {
  const profiles = createFileProfileStore(join(folder, workspace));
  const files = createFileProfileStore(join(folder, "files"));
  const redact = (text: string): string => text.replaceAll("hunter2", "[secret]");
  const write = async (text: string): Promise<void> => {
    const { version } = await profiles.read(SCOPE, USER);
    await profiles.write(SCOPE, USER, { version, text, trimmed: "", byAgent: true });
  };
  const edit = async (text: string): Promise<void> => {
    await mkdir(dirname(file()), { recursive: true });
    await writeFile(file(), text);
  };
  const sync = async (): Promise<void> =>
    await syncProfileFiles({ profiles, files, redact, now: NOW }, SCOPE);
  const texts = async () => [(await profiles.read(SCOPE, USER)).text, await readFile(file(), "utf8")];
  return { profiles, write, edit, sync, texts };
}
const file = (): string => join(folder, "files", "memories", "USER.md");

it("writes the files of the profile, but no empty ones", async () => {
  const { profiles, write, sync, texts } = setUp();
  await write("## Name\nMira");
  const change = { version: 0, text: "- Released", trimmed: "", byAgent: true };
  await profiles.write(SCOPE, YESTERDAY, change);
  await sync();
  await sync();
  expect(await texts()).toEqual(["## Name\nMira", "## Name\nMira"]);
  const daily = join(folder, "files", "memories", "daily", "2026-11-23.md");
  expect(await readFile(daily, "utf8")).toBe("- Released");
  await expect(readFile(join(folder, "files", "SOUL.md"))).rejects.toThrow("ENOENT");
});

it("takes an edit by hand as the next version, once, without secrets and within the budget", async () => {
  const { profiles, edit, write, sync, texts } = setUp();
  await write("## Name\nMira");
  await sync();
  await edit("## Name\nMira Okafor, hunter2");
  await sync();
  await sync();
  expect(await texts()).toEqual(Array(2).fill("## Name\nMira Okafor, [secret]"));
  expect(await profiles.versions(SCOPE, USER)).toHaveLength(2);
  await edit(`## Name\n${"a".repeat(1_500)}`);
  await sync();
  const [cut] = await texts();
  expect(await texts()).toEqual([cut, cut]);
  expect(cut).toHaveLength(1_400);
});

it("loses neither text when both changed", async () => {
  const { profiles, edit, write, sync, texts } = setUp();
  await write("first");
  await sync();
  await write("by an agent");
  await edit("by hand");
  await sync();
  expect(await texts()).toEqual(["by hand", "by hand"]);
  expect((await profiles.versions(SCOPE, USER)).map(({ text }) => text)).toEqual([
    ...["by hand", "by an agent", "first"],
  ]);
});

it("gives a new workspace the files of the one before it", async () => {
  const before = setUp("before");
  await before.write("## Name\nMira");
  await before.sync();
  const after = setUp("after");
  await after.sync();
  expect(await after.texts()).toEqual(["## Name\nMira", "## Name\nMira"]);
});

it("gives a workspace with the default SOUL the SOUL of the folder, and otherwise gives the folder the default", async () => {
  const { profiles, sync } = setUp();
  const soul = { file: "soul", day: null } as const;
  const change = { version: 0, text: "By default.", trimmed: "", byAgent: false };
  await profiles.write({ ...SCOPE, personId: "" }, soul, change);
  await sync();
  expect(await readFile(join(folder, "files", "SOUL.md"), "utf8")).toBe("By default.");
  await writeFile(join(folder, "files", "SOUL.md"), "By hand.");
  await sync();
  const next = createFileProfileStore(join(folder, "next"));
  await next.write({ ...SCOPE, personId: "" }, soul, change);
  const files = createFileProfileStore(join(folder, "files"));
  await syncProfileFiles({ profiles: next, files, redact: (text) => text, now: NOW }, SCOPE);
  expect((await next.read(SCOPE, soul)).text).toBe("By hand.");
});
