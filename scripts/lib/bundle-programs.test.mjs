import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { hasCode, storeCode } from "./bundle-programs.mjs";

afterEach(() => void vi.unstubAllEnvs());

/** A bundle whose program does this. */
function bundle(program) {
  const folder = mkdtempSync(path.join(tmpdir(), "bundle-"));
  writeFileSync(path.join(folder, "goaltrace.cjs"), program);
  const temporary = path.join(folder, "temporary");
  mkdirSync(temporary);
  vi.stubEnv("TMPDIR", temporary);
  return { folder, temporary };
}

it("removes the home of the run that compiles the programs, also when the run fails", async () => {
  const { folder, temporary } = bundle("process.exit(1)");
  await expect(storeCode(folder, "")).rejects.toThrow("failed with code 1");
  expect(readdirSync(temporary)).toEqual([]);
  expect(hasCode(folder)).toBe(false);
});

it("finds the code that a run left", async () => {
  const { folder, temporary } = bundle('require("node:fs").writeFileSync(__dirname + "/code.bin", "")');
  await storeCode(folder, "");
  expect(readdirSync(temporary)).toEqual([]);
  expect(hasCode(folder)).toBe(true);
});
