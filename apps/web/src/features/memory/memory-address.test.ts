import { expect, it } from "vitest";
import { readMemoryAddress, writeMemoryAddress } from "./memory-address.ts";

const read = (query: string) => readMemoryAddress(new URLSearchParams(query));

it("reads what it writes", () => {
  for (const query of [
    "",
    "?tab=review",
    "?tab=review&entry=m1",
    "?entry=new&edit=1",
    "?tab=test",
    "?tab=tidy",
    "?q=euros",
  ])
    expect(writeMemoryAddress(read(query))).toBe(query);
});

it("opens the entries for an unknown part", () => {
  expect(read("tab=other")).toEqual({ tab: "entries", entry: null, isEditing: false, query: "" });
});
