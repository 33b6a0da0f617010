import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { ensureBubblewrap, hasBubblewrap } from "./bubblewrap.mjs";

afterEach(() => void vi.unstubAllEnvs());

/** A machine without bubblewrap, where installing it works or not. */
function machine({ works, folder = mkdtempSync(path.join(tmpdir(), "bwrap-")) }) {
  const world = { attempts: 0, printed: [], mark: path.join(folder, ".cache", "tried") };
  const start = async (options) =>
    await ensureBubblewrap({
      mark: world.mark,
      isThere: () => works && world.attempts > 0,
      mayInstall: () => true,
      install: async () => void (world.attempts += 1),
      print: (line) => void world.printed.push(line),
      ...options,
    });
  return { world, start };
}

it("installs bubblewrap without a word where it works", async () => {
  const { world, start } = machine({ works: true });
  await start();
  await start();
  expect([world.attempts, world.printed, existsSync(world.mark)]).toEqual([1, [], false]);
});

it("says after a failed attempt that commands ask and how to install it, and tries again only on request", async () => {
  const { world, start } = machine({ works: false });
  await start();
  expect(world.printed).toEqual([
    expect.stringMatching(/commands of agents ask.*apt-get install bubblewrap/u),
  ]);
  await start();
  expect(world.attempts).toBe(1);
  await start({ again: true });
  expect(world.attempts).toBe(2);
});

it("starts where the mark of an attempt cannot be written", async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "bwrap-")), "file");
  writeFileSync(file, "");
  const { world, start } = machine({ works: false, folder: file });
  await start();
  expect(world.printed).toHaveLength(1);
});

it("installs nothing where the environment forbids it", async () => {
  vi.stubEnv("GOALTRACE_NO_INSTALL", "1");
  const { world, start } = machine({ works: false });
  await start({ mayInstall: undefined });
  expect([world.attempts, world.printed]).toEqual([0, []]);
});

it("finds bubblewrap in a folder of the search path, where it can be run", () => {
  const [empty, full] = ["empty", "full"].map((name) =>
    path.join(mkdtempSync(path.join(tmpdir(), "bwrap-")), name),
  );
  for (const folder of [empty, full]) mkdirSync(folder);
  writeFileSync(path.join(full, "bwrap"), "");
  expect(hasBubblewrap([empty, full].join(path.delimiter))).toBe(false);
  chmodSync(path.join(full, "bwrap"), 0o755);
  expect(hasBubblewrap([empty, full].join(path.delimiter))).toBe(true);
  expect(hasBubblewrap(empty)).toBe(false);
});
