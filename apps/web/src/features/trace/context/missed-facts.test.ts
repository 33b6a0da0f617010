import type { FilledWindow, WindowCall } from "@goaltrace/core/diagnose";
import type { LedgerLine } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { missedFacts } from "./missed-facts.ts";

const filled: FilledWindow = { tokens: 10, cachedTokens: 0, exact: true, parts: [], break: null };

const call = (startedSequence: number): WindowCall => ({
  ...{ callId: `call-${startedSequence}`, startedSequence, startedAt: 0, goalId: "root", purpose: "step" },
  ...{ model: "m", window: 100, sent: filled, replacedAt: null },
  answer: { sequence: startedSequence + 1, outputTokens: 1, cost: null, filled },
});

const line = (text: string, sequence: number, state: LedgerLine["state"]): LedgerLine => ({
  ...{ kind: "number", text, sequence, state },
});

const calls = [2, 6, 10, 16, 20].map(call);
const ledger = [line("Paid invoices keep their number", 5, "dropped"), line("309 invoices", 5, "kept")];

describe("missedFacts", () => {
  it("names the dropped fact, the call that asked again, and the calls with and without it", () => {
    const [fact] = missedFacts({ data: { ledger }, sequence: 14, repeated: [{ source: 5, at: 21 }] }, calls);
    expect(fact?.lines.map(({ text }) => text)).toEqual(["Paid invoices keep their number"]);
    expect([fact?.call.startedSequence, fact?.callsWith, fact?.callsWithout]).toEqual([20, 2, 2]);
  });

  it("does not report facts as missed that were kept, never requested again, or recorded after the moment", () => {
    const kept = ledger.filter(({ state }) => state === "kept");
    expect(
      missedFacts({ data: { ledger: kept }, sequence: 14, repeated: [{ source: 5, at: 21 }] }, calls),
    ).toEqual([]);
    expect(missedFacts({ data: { ledger }, sequence: 14, repeated: [] }, calls)).toEqual([]);
    const before = calls.slice(0, 4);
    expect(
      missedFacts({ data: { ledger }, sequence: 14, repeated: [{ source: 5, at: 21 }] }, before),
    ).toEqual([]);
  });
});
