import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { serverFolders } from "./server-folders.ts";

let home = "";
const write = (path: string): string => {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "{}");
  return file;
};
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "server-folders-")));
});
const readable = async (args: readonly string[], forbidden: readonly string[] = []) =>
  await serverFolders({ command: "node", args }, { home, forbidden });

it("shows a server its package with those beside it, and a lone script only itself", async () => {
  write("tools/node_modules/server/package.json");
  const installed = write("tools/node_modules/server/dist/index.js");
  write("own/package.json");
  const own = write("own/src/main.js");
  const alone = write("alone.js");
  expect(await readable([installed, own, alone, "relative.js", "--flag", join(home, "missing.js")])).toEqual([
    join(home, "tools/node_modules"),
    join(home, "own"),
    alone,
  ]);
});

it("never shows a home folder because it is itself a package", async () => {
  write("package.json");
  const script = write("scripts/run.js");
  expect(await readable([script])).toEqual([script]);
});

it("shows nothing of a forbidden folder or of a folder around it", async () => {
  write("app/package.json");
  const script = write("app/server.js");
  const secret = write("app/state/key.js");
  const state = join(home, "app/state");
  expect(await readable([script, secret], [state])).toEqual([script]);
});
