import { expect, it } from "vitest";
import { readInboxAddress, writeInboxAddress } from "./inbox-address.ts";

it.each(["", "?tab=decided", "?run=t1&request=r1", "?tab=others&run=t%261&request=r%3D1"])(
  "reads and writes the query %s",
  (query) => {
    expect(writeInboxAddress(readInboxAddress(new URLSearchParams(query)))).toBe(query);
  },
);

it("ignores a tab that does not exist and a selection without its run", () => {
  expect(readInboxAddress(new URLSearchParams("tab=all&request=r1"))).toEqual({
    tab: "waiting",
    selected: null,
  });
});
