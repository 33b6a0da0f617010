import { expect, it } from "vitest";
import type { SandboxReport } from "./canary.ts";
import { createSandbox } from "./sandbox.ts";
import { CANARY_RETRY_MS } from "./tunables.ts";

const LATE: SandboxReport = { strength: "none", reason: "bwrap did not answer within 30 s.", isLate: true };
const MISSING: SandboxReport = { strength: "none", reason: "bwrap is not installed." };
const ENFORCING: SandboxReport = { strength: "enforcing" };

/** A sandbox whose canary finds these, one after the other. */
function sandboxThatFinds(...reports: readonly SandboxReport[]) {
  const world = { now: 0, tries: 0, let: (): void => undefined };
  const sandbox = createSandbox("bwrap", {
    now: () => world.now,
    try: async () => {
      const report = reports[world.tries] ?? MISSING;
      world.tries += 1;
      if (world.tries > 1) await new Promise<void>((resolve) => (world.let = resolve));
      return report;
    },
  });
  return { world, sandbox };
}

it("tries a canary that ran out of time again, while the earlier result holds", async () => {
  const { world, sandbox } = sandboxThatFinds(LATE, ENFORCING);
  expect(await sandbox.report()).toEqual(LATE);
  world.now = CANARY_RETRY_MS - 1;
  expect(await sandbox.report()).toEqual(LATE);
  expect(world.tries).toBe(1);
  world.now = CANARY_RETRY_MS;
  expect(await sandbox.report()).toEqual(LATE);
  expect(await sandbox.report()).toEqual(LATE);
  expect(world.tries).toBe(2);
  world.let();
  await expect.poll(async () => await sandbox.report()).toEqual(ENFORCING);
  world.now = 10 * CANARY_RETRY_MS;
  expect(await sandbox.report()).toEqual(ENFORCING);
  expect(world.tries).toBe(2);
});

it("does not try again when it knows why there is no sandbox", async () => {
  const { world, sandbox } = sandboxThatFinds(MISSING, ENFORCING);
  expect(await sandbox.report()).toEqual(MISSING);
  world.now = 10 * CANARY_RETRY_MS;
  expect(await sandbox.report()).toEqual(MISSING);
  expect(world.tries).toBe(1);
});
