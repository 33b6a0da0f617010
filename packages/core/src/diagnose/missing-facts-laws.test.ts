import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../log/entry.ts";
import type { LedgerLine } from "../log/run-event.ts";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import { addCall, compact, failGoal, missingIn, RULE } from "../testing/missing-world.ts";

const FACTS = [
  RULE,
  "Never delete the archive folder.",
  "Only the staging database may be changed.",
  "total 331240",
] as const;
const TEXTS = [
  ...FACTS,
  "41 paid invoices have new numbers",
  "archive folder deleted",
  "staging database: 331240 total",
  "nothing of it",
];

type Step =
  | { readonly kind: "compact"; readonly states: readonly LedgerLine["state"][] }
  | { readonly kind: "say" | "pin" | "fail" | "ok" | "goal"; readonly text: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("compact" as const),
    states: fc.array(fc.constantFrom<LedgerLine["state"]>("dropped", "dropped", "reworded", "kept"), {
      ...{ minLength: FACTS.length, maxLength: FACTS.length },
    }),
  }),
  fc.record({
    kind: fc.constantFrom("say", "pin", "fail", "fail", "ok", "goal"),
    text: fc.nat(TEXTS.length - 1),
  }),
);

function writeSteps(steps: readonly Step[]): LogBuilder {
  const log = buildLog();
  log.user(FACTS.join(" "));
  for (const one of steps) {
    if (one.kind === "compact") {
      compact(
        log,
        FACTS.map((text, index) => ({
          ...{ kind: text.startsWith("total") ? ("number" as const) : ("requirement" as const), text },
          ...{ sequence: 1, state: one.states[index] ?? "kept" },
        })),
      );
      continue;
    }
    const text = TEXTS[one.text] ?? "";
    if (one.kind === "say") log.user(text);
    else if (one.kind === "goal") failGoal(log, text);
    else if (one.kind === "pin")
      log.event({ type: "compaction.pinned", data: { signalId: "s", personId: null, text } });
    else addCall(log, { output: text, outcome: one.kind === "fail" ? "error" : "ok" });
  }
  return log;
}

/** Whether a fact was in the context just before an entry, by reading the whole log from its last compaction. */
function wasShown(entries: readonly Entry[], fact: string, before: number): boolean {
  let shown = true;
  for (const entry of entries) {
    if (entry.sequence >= before) break;
    if (entry.kind === "event" && entry.type === "compaction.finished")
      shown = entry.data.ledger.find(({ text }) => text === fact)?.state !== "dropped";
    else if (entry.kind === "event" && entry.type === "compaction.pinned" && entry.data.text.includes(fact))
      shown = true;
    else if (entry.kind === "message" && JSON.stringify(entry).includes(fact)) shown = true;
  }
  return shown;
}

describe("missingFinding in random logs", () => {
  it("names only facts that were stated and dropped before the failure and absent from the context at it", () => {
    let named = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 16 }), (steps) => {
        const { entries } = writeSteps(steps);
        const finding = missingIn(entries);
        if (finding === null) return;
        named += 1;
        const { sequence, failedAt, facts } = finding;
        const compaction = entries.find((entry) => entry.sequence === sequence);
        expect(compaction).toMatchObject({ type: "compaction.finished" });
        expect(entries.find((entry) => entry.sequence === failedAt)).toMatchObject({ outcome: "error" });
        for (const { text, source, evidence, againAt } of facts) {
          expect(source).toBeLessThan(sequence);
          expect(sequence).toBeLessThan(failedAt);
          expect(evidence.sequence).toBeGreaterThanOrEqual(failedAt);
          expect(wasShown(entries, text, failedAt)).toBe(false);
          if (againAt !== null) expect(againAt).toBeGreaterThanOrEqual(failedAt);
        }
      }),
      { numRuns: 500 },
    );
    expect(named).toBeGreaterThan(20);
  });

  it("names nothing at a moment that it could only know later", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), (steps) => {
        const { entries } = writeSteps(steps);
        for (let count = 1; count <= entries.length; count += 1) {
          const finding = missingIn(entries.slice(0, count));
          const last = entries[count - 1]?.sequence ?? 0;
          for (const { evidence, againAt } of finding?.facts ?? [])
            expect(Math.max(evidence.sequence, againAt ?? 0)).toBeLessThanOrEqual(last);
        }
      }),
      { numRuns: 200 },
    );
  });
});
