import type { LiveNotice } from "@goaltrace/core/ports";
import { expect, it } from "vitest";
import { createNoticeQueue } from "./notice-queue.ts";

const delta = (text: string): LiveNotice => ({
  ...{ kind: "delta", traceId: "t", callId: "c", attempt: 1, channel: "text", offset: 0, text },
});

it("drops waiting notices when there are too many, and says so once", async () => {
  const queue = createNoticeQueue(new AbortController().signal);
  for (let piece = 0; piece < 10; piece += 1) queue.push(delta("x".repeat(16_000)));
  const batch = await queue.take(0);
  expect(batch.overflowed).toBe(true);
  expect(batch.notices.length).toBeLessThanOrEqual(4);
  queue.push(delta("next"));
  expect(await queue.take(0)).toEqual({ notices: [delta("next")], overflowed: false });
});

it("keeps many short notices in order", async () => {
  const queue = createNoticeQueue(new AbortController().signal);
  const notices = Array.from({ length: 500 }, (_, index) => delta(String(index)));
  notices.forEach(queue.push);
  expect(await queue.take(0)).toEqual({ notices, overflowed: false });
});
