import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { supervise } from "./supervise.mjs";

let folder;
let supervised;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "supervise-"));
  for (const method of ["log", "error"]) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(async () => {
  await supervised.stop();
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

/** Appends its process id to a file, then lives until it receives a signal. */
const CHILD =
  'require("node:fs").appendFileSync(process.argv[1], process.pid + "\\n"); setInterval(() => {}, 1000);';

function start(parametersOf = (parameters) => parameters) {
  const file = path.join(folder, "started");
  writeFileSync(file, "");
  const watcher = watch(file);
  const parameters = () => parametersOf(["-e", CHILD, file]);
  const command = { name: "child", command: process.execPath, parameters };
  supervised = supervise({ ...command, environment: () => process.env });
  const ids = () => readFileSync(file, "utf8").trim().split("\n").filter(Boolean).map(Number);
  return async (count) => {
    while (ids().length < count) await once(watcher, "change");
    return ids()[count - 1];
  };
}

const isAlive = (id) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

it("restarts a killed process", async () => {
  const started = start();
  const first = await started(1);
  process.kill(first, "SIGKILL");
  const second = await started(2);
  expect(second).not.toBe(first);
});

it("leaves no process behind when stopped", async () => {
  const started = start();
  const id = await started(1);
  await supervised.stop();
  expect(isAlive(id)).toBe(false);
});

it("asks for the parameters before each start, and tries again when there are none", async () => {
  let asked = 0;
  const started = start((parameters) => {
    asked += 1;
    if (asked === 2) throw new Error("The sources have an error.");
    return parameters;
  });
  process.kill(await started(1), "SIGKILL");
  await started(2);
  expect(asked).toBe(3);
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining("The sources have an error."));
});
