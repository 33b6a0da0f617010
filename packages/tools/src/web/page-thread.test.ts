import { afterEach, expect, it } from "vitest";
import { createPageThread } from "./page-thread.ts";

const TIME_LIMIT_MS = 1_000;
const thread = createPageThread({
  owner: "workspace",
  signal: new AbortController().signal,
  timeLimitMs: TIME_LIMIT_MS,
});
afterEach(async () => {
  await thread.close();
});

it("gives up on excessively nested HTML within its time limit", async () => {
  const answer = await thread.html("<div>".repeat(20_000), "https://example.com/");
  expect(answer.kind).not.toBe("answer");
});
