import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { createProcessFamily } from "./process-family.ts";
import { listProcessesNow, processesWith } from "./process-list.ts";

const NAME = "GOALTRACE_PROCESS";

/** Leaves no process behind when the test fails. */
function killIfAlive(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // Gone.
  }
}

it("kills what left the group, session and parent of its command before any look, by its marker", async () => {
  const value = `family-${String(process.pid)}`;
  const marker = `${NAME}=${value}`;
  const child = spawn("bash", ["-c", "setsid sleep 100 &"], {
    env: { PATH: "/usr/bin:/bin", [NAME]: value },
    detached: true,
    stdio: "ignore",
  });
  const leader = child.pid ?? 0;
  const family = createProcessFamily(leader, marker, null);
  await once(child, "exit");
  let left: number | undefined;
  try {
    await vi.waitFor(async () => {
      [left] = await processesWith(marker);
      expect(left).toBeDefined();
      expect(left).not.toBe(leader);
      const found = (await listProcessesNow()).find(({ pid }) => pid === left);
      expect(found?.session).toBe(left);
    });
    await family.kill();
    expect((await listProcessesNow()).map(({ pid }) => pid)).not.toContain(left);
  } finally {
    killIfAlive(left);
  }
});
