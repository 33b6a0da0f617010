import type { LedgerLine } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { ledgerCounts, ledgerLines } from "./ledger-lines.ts";

const line = (text: string, state: LedgerLine["state"]): LedgerLine => ({
  kind: "number",
  text,
  sequence: 1,
  state,
});
const ledger = [line("a", "kept"), line("b", "dropped"), line("c", "reworded"), line("d", "dropped")];

describe("ledgerLines", () => {
  it("lists dropped lines first, then reworded, then kept", () => {
    expect(ledgerLines(ledger, "all").map((entry) => entry.text)).toEqual(["b", "d", "c", "a"]);
  });

  it("filters by state and counts each state", () => {
    expect(ledgerLines(ledger, "kept").map((entry) => entry.text)).toEqual(["a"]);
    expect(ledgerCounts(ledger)).toEqual({ all: 4, dropped: 2, reworded: 1, kept: 1 });
  });
});
