import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../log/entry.ts";
import type { LedgerLine } from "../log/run-event.ts";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import type { MissingFinding } from "./finding.ts";
import { createOverview } from "./run-overview.ts";

const RULE = "Paid invoices keep their number.";

function missingIn(entries: readonly Entry[]): MissingFinding | null {
  const overview = createOverview();
  for (const entry of entries) overview.add(entry);
  const { findings } = overview.overview().diagnosis;
  return findings.find((finding): finding is MissingFinding => finding.kind === "missing") ?? null;
}

type Fact = Pick<LedgerLine, "kind" | "text" | "sequence" | "state">;

function compact(log: LogBuilder, ledger: readonly Fact[]): number {
  return log.event({
    type: "compaction.finished",
    data: {
      ...{ compactionId: "c", reason: "threshold", layer: "summarise", source: "model", focus: null },
      ...{ beforeTokens: 118_000, afterTokens: 31_000, ratio: 0.26, messagesFolded: 1 },
      ...{ fromSequence: 1, toSequence: 1, markerBlob: "", attachmentsBlob: "", summaryBlob: "" },
      ...{ archiveBlob: null, headTokens: { marker: 0, attachments: 0, summary: 0 } },
      ...{ ledger: [...ledger], cost: 0, callId: null },
    },
  }).sequence;
}

type Call = { readonly input?: string; readonly output?: string; readonly outcome?: "ok" | "error" };

/** A turn with one call and its result; returns the sequence of the result. */
function call(log: LogBuilder, { input = "{}", output = "", outcome = "ok" }: Call): number {
  const turn = log.assistant({ calls: [{ name: "run_sql", arguments: input }] });
  return log.tool(turn.toolCalls[0]?.id ?? "", { toolName: "run_sql", output, outcome }).sequence;
}

function failGoal(log: LogBuilder, summary: string): number {
  return log.event({
    type: "goals.changed",
    data: {
      operations: [
        {
          ...{ op: "status", goalId: "check", status: "failed", summary, reason: null },
          ...{ evidence: [], verified: null },
        },
      ],
      toolCallId: null,
    },
  }).sequence;
}

function finish(log: LogBuilder, status: "failed" | "completed" = "failed"): void {
  const failure = { code: "LIMIT_REACHED" as const, message: "Out of steps.", fix: "Raise the limit." };
  log.event({
    type: "trace.finished",
    data: { status, failure: status === "failed" ? failure : null, summary: null },
  });
}

const dropped = (text: string, sequence: number, kind: Fact["kind"] = "requirement"): Fact => ({
  ...{ kind, text, sequence, state: "dropped" },
});

const DAMAGE = "41 paid invoices have new numbers";

describe("missingFinding", () => {
  it("names the rule that a compaction dropped before the call that broke it, and the goal that says so", () => {
    const log = buildLog();
    const rule = log.user(RULE).sequence;
    const compaction = compact(log, [dropped(RULE, rule)]);
    const failed = call(log, { output: "Changed 309 rows where 268 were expected.", outcome: "error" });
    const damage = failGoal(log, DAMAGE);
    finish(log);
    expect(missingIn(log.entries)).toEqual({
      ...{ kind: "missing", sequence: compaction, beforeTokens: 118_000, afterTokens: 31_000 },
      failedAt: failed,
      facts: [
        {
          ...{ kind: "requirement", text: RULE, source: rule, againAt: null },
          evidence: { sequence: damage, goalId: "check", text: DAMAGE },
        },
      ],
    });
  });

  it("is the first of the reasons", () => {
    const log = buildLog();
    const rule = log.user(RULE).sequence;
    compact(log, [dropped(RULE, rule)]);
    call(log, { output: DAMAGE, outcome: "error" });
    finish(log);
    const overview = createOverview();
    for (const entry of log.entries) overview.add(entry);
    expect(overview.overview().diagnosis.findings[0]?.kind).toBe("missing");
  });

  it("puts rules before decisions and numbers, of one compaction and one failure", () => {
    const log = buildLog();
    const source = log.user(RULE).sequence;
    compact(log, [
      dropped("268 rows changed in the rehearsal", source, "number"),
      dropped("We decided to update only the 268 pairs.", source, "decision"),
      dropped(RULE, source),
    ]);
    call(log, {
      output: "Changed 309 rows where 268 pairs were to update; decided by range",
      outcome: "error",
    });
    failGoal(log, DAMAGE);
    finish(log);
    expect(missingIn(log.entries)?.facts.map(({ kind }) => kind)).toEqual([
      "requirement",
      "decision",
      "number",
    ]);
  });

  it("recognizes a rule in Chinese", () => {
    const log = buildLog();
    const rule = log.user("已付款的发票不要改号码。").sequence;
    compact(log, [dropped("已付款的发票不要改号码。", rule)]);
    call(log, { output: "41 张已付款的发票改了号码", outcome: "error" });
    finish(log);
    expect(missingIn(log.entries)?.facts[0]?.source).toBe(rule);
  });

  it("says where the fact was in the context again after the failure", () => {
    const log = buildLog();
    const rule = log.user(RULE).sequence;
    compact(log, [dropped(RULE, rule)]);
    call(log, { output: "309 rows", outcome: "error" });
    const again = call(log, { output: `# Numbering\n\n${RULE}` });
    failGoal(log, DAMAGE);
    finish(log);
    expect(missingIn(log.entries)?.facts[0]?.againAt).toBe(again);
  });

  const quiet: readonly (readonly [string, (log: LogBuilder) => void])[] = [
    [
      "kept by the summary",
      (log) => {
        compact(log, [{ ...dropped(RULE, 1), state: "kept" }]);
        call(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "reworded by the summary",
      (log) => {
        compact(log, [{ ...dropped(RULE, 1), state: "reworded" }]);
        call(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "pinned before the failure",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        log.event({ type: "compaction.pinned", data: { signalId: "s", personId: null, text: RULE } });
        call(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "read again before the failure",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        call(log, { output: RULE });
        call(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "said again by a person before the failure",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        log.user(`Remember: paid  invoices keep\ntheir number. Thanks.`);
        call(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "repeated by the failing call itself",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        call(log, { input: JSON.stringify({ note: RULE }), output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "back in a later summary",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        compact(log, [{ ...dropped(RULE, 1), state: "kept" }]);
        call(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "dropped only after the failure",
      (log) => {
        call(log, { output: DAMAGE, outcome: "error" });
        compact(log, [dropped(RULE, 1)]);
        failGoal(log, DAMAGE);
      },
    ],
    [
      "about something else than what failed",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        call(log, { output: "relation invoice_backup does not exist", outcome: "error" });
      },
    ],
    [
      "erased",
      (log) => {
        compact(log, [dropped("[erased]", 1)]);
        call(log, { output: "erased", outcome: "error" });
      },
    ],
    [
      "only a short number",
      (log) => {
        compact(log, [dropped("404", 1, "number")]);
        call(log, { output: "404 not found", outcome: "error" });
      },
    ],
    [
      "a file or a goal, which a call that names it knows",
      (log) => {
        compact(log, [
          dropped("src/invoices/paid.ts", 1, "file"),
          dropped("Check the paid invoices", 1, "goal"),
        ]);
        call(log, { output: "Check the paid invoices: src/invoices/paid.ts failed", outcome: "error" });
      },
    ],
  ];
  it.each(quiet)("does not name a fact that was %s", (_what, write) => {
    const log = buildLog();
    log.user(RULE);
    write(log);
    finish(log);
    expect(missingIn(log.entries)).toBeNull();
  });

  it("names nothing in a run that completed, or that recovered and failed otherwise", () => {
    for (const end of ["completed", "failed"] as const) {
      const log = buildLog();
      log.user(RULE);
      compact(log, [dropped(RULE, 1)]);
      call(log, { output: DAMAGE, outcome: "error" });
      call(log, { output: "fixed" });
      log.event({ type: "limit.reached", data: { limit: "steps", used: 9, allowed: 9 } });
      finish(log, end);
      expect(missingIn(log.entries)).toBeNull();
    }
  });

  it("forgets a goal's result once that goal is no longer failed", () => {
    const log = buildLog();
    log.user(RULE);
    compact(log, [dropped(RULE, 1)]);
    call(log, { output: "309 rows", outcome: "error" });
    failGoal(log, DAMAGE);
    expect(missingIn(log.entries)).not.toBeNull();
    log.event({
      type: "goals.changed",
      data: {
        operations: [
          {
            ...{ op: "status", goalId: "check", status: "completed", summary: "Repaired", reason: null },
            ...{ evidence: [], verified: null },
          },
        ],
        toolCallId: null,
      },
    });
    finish(log);
    expect(missingIn(log.entries)).toBeNull();
  });

  it("names what an earlier turn's compaction dropped, for failures of the next turn only", () => {
    const log = buildLog();
    log.user(RULE);
    const compaction = compact(log, [dropped(RULE, 1)]);
    call(log, { output: DAMAGE, outcome: "error" });
    finish(log);
    log.user("Try again");
    expect(missingIn(log.entries)).toBeNull();
    const failed = call(log, { output: DAMAGE, outcome: "error" });
    finish(log);
    expect(missingIn(log.entries)).toMatchObject({ sequence: compaction, failedAt: failed });
  });

  it("follows the newest rules when compactions drop more than it follows", () => {
    const log = buildLog();
    const rule = log.user(RULE).sequence;
    compact(log, [
      dropped(RULE, rule),
      ...Array.from({ length: 100 }, (_, index) => dropped(`total ${10_000 + index}`, rule, "number")),
    ]);
    call(log, { output: DAMAGE, outcome: "error" });
    finish(log);
    expect(missingIn(log.entries)?.facts[0]?.text).toBe(RULE);
  });
});

const FACTS = [
  RULE,
  "Never delete the archive folder.",
  "Only the staging database may be changed.",
  "total 331240",
] as const;
const TEXTS = [...FACTS, DAMAGE, "archive folder deleted", "staging database: 331240 total", "nothing of it"];

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
    else call(log, { output: text, outcome: one.kind === "fail" ? "error" : "ok" });
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
