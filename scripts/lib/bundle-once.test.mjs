import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { bundleOnce } from "./bundle-once.mjs";

const HOUR_MS = 3_600_000;

let parent = "";
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "bundle-once-"));
});

const write = (text) => async (folder) => writeFileSync(path.join(folder, "code.js"), text);
const read = (folder) => readFileSync(path.join(folder, "code.js"), "utf8");

function makeOld(folder) {
  const then = new Date(Date.now() - 2 * HOUR_MS);
  utimesSync(folder, then, then);
}

it("bundles once per print", async () => {
  const folder = await bundleOnce({ parent, print: "one", bundle: write("first") });
  expect(await bundleOnce({ parent, print: "one", bundle: write("second") })).toBe(folder);
  expect(read(folder)).toBe("first");
});

it("shows a bundle only when it is complete", async () => {
  let seen;
  const bundle = async (folder) => {
    seen = existsSync(path.join(parent, "one"));
    await write("code")(folder);
  };
  await bundleOnce({ parent, print: "one", bundle });
  expect(seen).toBe(false);
  expect(readdirSync(parent)).toEqual(["one"]);
});

it("returns the bundle of the first of two that bundle the same at once", async () => {
  let first = "";
  const bundle = async (folder) => {
    first = await bundleOnce({ parent, print: "one", bundle: write("first") });
    await write("second")(folder);
  };
  expect(await bundleOnce({ parent, print: "one", bundle })).toBe(first);
  expect(read(first)).toBe("first");
  expect(readdirSync(parent)).toEqual(["one"]);
});

it("leaves the bundle that another run uses, and removes those that nobody has asked for in a while", async () => {
  const used = await bundleOnce({ parent, print: "used", bundle: write("used") });
  const asked = await bundleOnce({ parent, print: "asked", bundle: write("asked"), keepMs: HOUR_MS });
  const old = await bundleOnce({ parent, print: "old", bundle: write("old"), keepMs: HOUR_MS });
  for (const folder of [asked, old]) makeOld(folder);
  await bundleOnce({ parent, print: "asked", bundle: write("again") });
  await bundleOnce({ parent, print: "new", bundle: write("new"), keepMs: HOUR_MS });
  expect(readdirSync(parent).sort()).toEqual(["asked", "new", "used"]);
  expect(read(used)).toBe("used");
});

it("removes every other bundle without a time to keep them", async () => {
  await bundleOnce({ parent, print: "one", bundle: write("one") });
  await bundleOnce({ parent, print: "two", bundle: write("two") });
  expect(readdirSync(parent)).toEqual(["two"]);
});
