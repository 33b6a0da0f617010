import { GoaltraceError } from "@goaltrace/core";
import { mkdir, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A lock of a process that died is taken over after this time; a change takes milliseconds. */
const STALE_MS = 5_000;
const WAIT_MS = 10_000;
const RETRY_MS = 5;

/** Does something while no other process that uses this lock file does. Errors: CONFLICT after ten seconds. */
export async function withFileLock<T>(lock: string, act: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(lock), { recursive: true });
  const until = performance.now() + WAIT_MS;
  while (!(await takeLock(lock))) {
    if (performance.now() > until)
      throw new GoaltraceError({
        code: "CONFLICT",
        message: `Another process holds ${lock}.`,
        fix: "Try again, or delete this file if no process uses it.",
      });
    await sleep(RETRY_MS);
  }
  try {
    return await act();
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, "wx")).close();
    return true;
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
  }
  const age = await lockAge(lock);
  if (age !== null && age > STALE_MS) await rm(lock, { force: true });
  return false;
}

/** Null if the lock is gone by now. */
async function lockAge(lock: string): Promise<number | null> {
  try {
    return Date.now() - (await stat(lock)).mtimeMs;
  } catch {
    return null;
  }
}
