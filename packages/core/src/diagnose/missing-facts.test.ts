import { describe, expect, it } from "vitest";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import {
  addCall,
  compact,
  failGoal,
  finish,
  type LedgerFact,
  missingIn,
  RULE,
} from "../testing/missing-world.ts";
import { createOverview } from "./run-overview.ts";

const dropped = (text: string, sequence: number, kind: LedgerFact["kind"] = "requirement"): LedgerFact => ({
  ...{ kind, text, sequence, state: "dropped" },
});

const DAMAGE = "41 paid invoices have new numbers";

describe("missingFinding", () => {
  it("names the rule that a compaction dropped before the call that broke it, and the goal that says so", () => {
    const log = buildLog();
    const rule = log.user(RULE).sequence;
    const compaction = compact(log, [dropped(RULE, rule)]);
    const failed = addCall(log, { output: "Changed 309 rows where 268 were expected.", outcome: "error" });
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
    addCall(log, { output: DAMAGE, outcome: "error" });
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
    addCall(log, {
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

  it("blames the call that repeats the fact, not one that failed before it for another reason", () => {
    const log = buildLog();
    const rule = log.user(RULE).sequence;
    compact(log, [dropped(RULE, rule)]);
    addCall(log, { output: "npm: not found", outcome: "error" });
    const failed = addCall(log, { output: DAMAGE, outcome: "error" });
    finish(log);
    const missing = missingIn(log.entries);
    expect(missing?.failedAt).toBe(failed);
    expect(missing?.facts[0]?.evidence.sequence).toBe(failed);
  });

  it("puts the fact that the failed call itself repeats before one that only a goal repeats", () => {
    const log = buildLog();
    const source = log.user(RULE).sequence;
    const archive = "Never delete the archive folder.";
    compact(log, [dropped(RULE, source), dropped(archive, source)]);
    const failed = addCall(log, { output: "archive folder deleted, never to return", outcome: "error" });
    failGoal(log, DAMAGE);
    finish(log);
    const missing = missingIn(log.entries);
    expect(missing?.failedAt).toBe(failed);
    expect(missing?.facts.map(({ text }) => text)).toEqual([archive, RULE]);
  });

  it("recognizes a rule in Chinese", () => {
    const log = buildLog();
    const rule = log.user("已付款的发票不要改号码。").sequence;
    compact(log, [dropped("已付款的发票不要改号码。", rule)]);
    addCall(log, { output: "41 张已付款的发票改了号码", outcome: "error" });
    finish(log);
    expect(missingIn(log.entries)?.facts[0]?.source).toBe(rule);
  });

  it("says where the fact was in the context again after the failure", () => {
    const log = buildLog();
    const rule = log.user(RULE).sequence;
    compact(log, [dropped(RULE, rule)]);
    addCall(log, { output: "309 rows", outcome: "error" });
    const again = addCall(log, { output: `# Numbering\n\n${RULE}` });
    failGoal(log, DAMAGE);
    finish(log);
    expect(missingIn(log.entries)?.facts[0]?.againAt).toBe(again);
  });

  it("blames no later call once a summary has the fact again", () => {
    const log = buildLog();
    const rule = log.user(RULE).sequence;
    compact(log, [dropped(RULE, rule)]);
    const first = addCall(log, { output: "309 rows", outcome: "error" });
    const again = compact(log, [{ ...dropped(RULE, rule), state: "reworded" }]);
    addCall(log, { output: DAMAGE, outcome: "error" });
    failGoal(log, DAMAGE);
    finish(log);
    const missing = missingIn(log.entries);
    expect([missing?.failedAt, missing?.facts[0]?.againAt]).toEqual([first, again]);
  });

  const quiet: readonly (readonly [string, (log: LogBuilder) => void])[] = [
    [
      "kept by the summary",
      (log) => {
        compact(log, [{ ...dropped(RULE, 1), state: "kept" }]);
        addCall(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "reworded by the summary",
      (log) => {
        compact(log, [{ ...dropped(RULE, 1), state: "reworded" }]);
        addCall(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "pinned before the failure",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        log.event({ type: "compaction.pinned", data: { signalId: "s", personId: null, text: RULE } });
        addCall(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "read again before the failure",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        addCall(log, { output: RULE });
        addCall(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "said again by a person before the failure",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        log.user(`Remember: paid  invoices keep\ntheir number. Thanks.`);
        addCall(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "said by the agent itself before the failure",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        log.assistant({ text: `I keep in mind: ${RULE}` });
        addCall(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "repeated by the failing call itself",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        addCall(log, { input: JSON.stringify({ note: RULE }), output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "back in a later summary",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        compact(log, [{ ...dropped(RULE, 1), state: "kept" }]);
        addCall(log, { output: DAMAGE, outcome: "error" });
      },
    ],
    [
      "dropped only after the failure",
      (log) => {
        addCall(log, { output: DAMAGE, outcome: "error" });
        compact(log, [dropped(RULE, 1)]);
        failGoal(log, DAMAGE);
      },
    ],
    [
      "about something else than what failed",
      (log) => {
        compact(log, [dropped(RULE, 1)]);
        addCall(log, { output: "relation invoice_backup does not exist", outcome: "error" });
      },
    ],
    [
      "erased",
      (log) => {
        compact(log, [dropped("[erased]", 1)]);
        addCall(log, { output: "erased", outcome: "error" });
      },
    ],
    [
      "only a short number",
      (log) => {
        compact(log, [dropped("404", 1, "number")]);
        addCall(log, { output: "404 not found", outcome: "error" });
      },
    ],
    [
      "a file or a goal, which a call that names it knows",
      (log) => {
        compact(log, [
          dropped("src/invoices/paid.ts", 1, "file"),
          dropped("Check the paid invoices", 1, "goal"),
        ]);
        addCall(log, { output: "Check the paid invoices: src/invoices/paid.ts failed", outcome: "error" });
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
      addCall(log, { output: DAMAGE, outcome: "error" });
      addCall(log, { output: "fixed" });
      log.event({ type: "limit.reached", data: { limit: "steps", used: 9, allowed: 9 } });
      finish(log, end);
      expect(missingIn(log.entries)).toBeNull();
    }
  });

  it("forgets a goal's result once that goal is no longer failed", () => {
    const log = buildLog();
    log.user(RULE);
    compact(log, [dropped(RULE, 1)]);
    addCall(log, { output: "309 rows", outcome: "error" });
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
    addCall(log, { output: DAMAGE, outcome: "error" });
    finish(log);
    log.user("Try again");
    expect(missingIn(log.entries)).toBeNull();
    const failed = addCall(log, { output: DAMAGE, outcome: "error" });
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
    addCall(log, { output: DAMAGE, outcome: "error" });
    finish(log);
    expect(missingIn(log.entries)?.facts[0]?.text).toBe(RULE);
  });
});
