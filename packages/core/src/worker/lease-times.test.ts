import { expect, it } from "vitest";
import { HEARTBEAT_MS, LEASE_MS, RECONCILE_MS } from "../tunables.ts";

/** The promise to users. `npm run bench -- --only takeover` measures it with real processes. */
const TAKEOVER_MS = 15_000;

it("leaves a successor eight seconds to start the runs of a dead worker on a busy machine", () => {
  expect(LEASE_MS + RECONCILE_MS).toBeLessThanOrEqual(TAKEOVER_MS - 8_000);
});

it("survives two lost heartbeats", () => {
  expect(3 * HEARTBEAT_MS).toBeLessThan(LEASE_MS);
});
