import { expect, it } from "vitest";
import { untilDisconnected } from "./until-disconnected.ts";

/** Yields three pages; `read` counts fetched pages, `ended` is true once reading has stopped. */
function threePages(): {
  readonly pages: AsyncGenerator<number>;
  readonly seen: { read: number; ended: boolean };
} {
  const seen = { read: 0, ended: false };
  async function* pages(): AsyncGenerator<number> {
    try {
      for (const page of [1, 2, 3]) {
        seen.read = page;
        yield await Promise.resolve(page);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { pages: pages(), seen };
}

it("stops reading a long log when its client disconnects", async () => {
  const { pages, seen } = threePages();
  const client = new AbortController();
  const received: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const page of untilDisconnected(pages, client.signal)) {
      received.push(page);
      client.abort();
    }
  };
  await expect(reading()).rejects.toMatchObject({ code: "CANCELLED" });
  expect(received).toEqual([1]);
  expect(seen).toEqual({ read: 2, ended: true });
});

it("yields every page while the client is connected", async () => {
  const { pages } = threePages();
  const received: number[] = [];
  for await (const page of untilDisconnected(pages, new AbortController().signal)) received.push(page);
  expect(received).toEqual([1, 2, 3]);
});
