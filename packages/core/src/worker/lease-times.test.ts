import { expect, it } from "vitest";
import { HEARTBEAT_MS, LEASE_MS, RECONCILE_MS } from "../tunables.ts";

/** The promise to users. `npm run bench -- --only takeover` measures it with real processes. */
const TAKEOVER_MS = 15_000;

it("leaves a successor three seconds to start a dead worker's run", () => {
  expect(LEASE_MS + RECONCILE_MS).toBeLessThanOrEqual(TAKEOVER_MS - 3_000);
});

it("survives two lost heartbeats", () => {
  expect(3 * HEARTBEAT_MS).toBeLessThan(LEASE_MS);
});
