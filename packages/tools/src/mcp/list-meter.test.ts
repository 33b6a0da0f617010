import { expect, it } from "vitest";
import { createListMeter } from "./list-meter.ts";
import { LIST_MAX_BYTES } from "./tunables.ts";

function startList() {
  const meter = createListMeter();
  let reports = 0;
  meter.start(() => (reports += 1));
  const request = (id: number, method: string): void => meter.sent({ jsonrpc: "2.0", id, method });
  const answer = (id: number, line: string): void => meter.received({ jsonrpc: "2.0", id, result: {} }, line);
  return { request, answer, reports: () => reports };
}

/** A line of `LIST_MAX_BYTES` bytes at most, in characters of two bytes. */
const LONGEST = "é".repeat(LIST_MAX_BYTES / 2);

it("measures a list in bytes", () => {
  const list = startList();
  list.request(1, "tools/list");
  list.answer(1, LONGEST);
  expect(list.reports()).toBe(0);
  list.request(2, "tools/list");
  list.answer(2, "x");
  expect(list.reports()).toBe(1);
});

it("measures nothing beside the list", () => {
  const list = startList();
  list.request(1, "tools/list");
  list.request(2, "tools/call");
  list.answer(2, `${LONGEST}x`);
  list.answer(3, `${LONGEST}x`);
  expect(list.reports()).toBe(0);
});
