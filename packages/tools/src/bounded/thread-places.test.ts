import { expect, it } from "vitest";
import { createThreadPlaces } from "./thread-places.ts";

const idle = (): AbortSignal => new AbortController().signal;

/** Waits for a place of each name in order, and returns the names as they enter, with what gives their places back. */
function queue(
  places: ReturnType<typeof createThreadPlaces>,
  names: readonly string[],
): { readonly entered: string[]; readonly leave: (() => void)[] } {
  const entered: string[] = [];
  const leave: (() => void)[] = [];
  for (const name of names)
    void places.take(name.replace(/\d/u, ""), idle()).then((giveBack) => {
      entered.push(name);
      if (giveBack !== null) leave.push(giveBack);
    });
  return { entered, leave };
}

const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

it("hands out each place once, and again after it is returned", async () => {
  const places = createThreadPlaces(2);
  const { entered, leave } = queue(places, ["a1", "a2", "a3", "a4"]);
  await settled();
  expect(entered).toEqual(["a1", "a2"]);
  leave[0]?.();
  leave[0]?.();
  await settled();
  expect(entered).toEqual(["a1", "a2", "a3"]);
});

it("lets owners take turns, however many requests one of them has waiting", async () => {
  const places = createThreadPlaces(1);
  const { entered, leave } = queue(places, ["a1", "a2", "a3", "a4", "b1", "c1", "b2"]);
  for (let place = 0; place < 7; place += 1) {
    await settled();
    leave[place]?.();
  }
  expect(entered).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

it("forgets a waiter that is canceled, and an owner without waiters", async () => {
  const places = createThreadPlaces(1);
  const first = await places.take("a", idle());
  const abort = new AbortController();
  const waiting = places.take("b", abort.signal);
  abort.abort();
  expect(await waiting).toBeNull();
  expect(await places.take("b", abort.signal)).toBeNull();
  first?.();
  expect(await places.take("c", idle())).not.toBeNull();
});
