import { expect, it } from "vitest";
import { whileWanted } from "./while-wanted.ts";

/** Three pieces; `read` tells how many were asked for, `ended` that the reading was given up or over. */
function pieces(): {
  readonly pages: AsyncGenerator<number>;
  readonly seen: { read: number; ended: boolean };
} {
  const seen = { read: 0, ended: false };
  async function* pages(): AsyncGenerator<number> {
    try {
      for (const piece of [1, 2, 3]) {
        seen.read = piece;
        yield await Promise.resolve(piece);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { pages: pages(), seen };
}

it("06 Speed · a long log is read no further than to where its reader left", async () => {
  const { pages, seen } = pieces();
  const caller = new AbortController();
  const got: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const piece of whileWanted(pages, caller.signal)) {
      got.push(piece);
      caller.abort();
    }
  };
  await expect(reading()).rejects.toMatchObject({ code: "CANCELLED" });
  expect(got).toEqual([1]);
  expect(seen).toEqual({ read: 2, ended: true });
});

it("06 Speed · whoever stays gets all of it", async () => {
  const { pages } = pieces();
  const got: number[] = [];
  for await (const piece of whileWanted(pages, new AbortController().signal)) got.push(piece);
  expect(got).toEqual([1, 2, 3]);
});
