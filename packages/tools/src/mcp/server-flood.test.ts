import { afterAll, it, vi } from "vitest";
import { closeServers, expectStopped } from "./testing/hostile-modes.ts";

// Reading the real amounts takes seconds, and on a busy machine minutes.
vi.mock("./tunables.ts", async (original) => ({
  ...(await original<object>()),
  FLOW_MESSAGES: 2_000,
  FLOW_MESSAGES_PER_SECOND: 40,
  FLOW_BYTES: 12 * 1024 * 1024,
  FLOW_BYTES_PER_SECOND: 1024 * 1024,
}));

afterAll(closeServers);

it.each([
  ["notices", "endless-notices"],
  ["lines that are no messages", "endless-lines"],
  ["large messages", "endless-bytes"],
])("stops a server that sends %s without an end, and meanwhile serves others", async (_, mode) => {
  await expectStopped(mode, "sends more than can be read");
});
