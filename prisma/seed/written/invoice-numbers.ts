import { misuse, took, use, work } from "./work.ts";
import type { WrittenStory } from "./write-story.ts";

/** One statement that changed too much, after the rule against it had left the context: a run to diagnose. */
export const invoiceNumbers: WrittenStory = {
  title: "New numbers for the 2025 invoices",
  task: "Give the 2025 invoices their new numbers and check that nothing else moved",
  by: "jonas",
  model: "atlas/large",
  hoursAgo: 4,
  write: (log) => {
    log.step("root", {
      text: "I read the rules, prepare the change, then apply and check it.",
      seconds: 5,
      cost: 0.013,
    });
    log.plan("root", [
      ["understand", "Understand the numbering"],
      ["prepare", "Prepare the change"],
      ["apply", "Apply and check"],
      ["report", "Report to finance"],
    ]);
    log.focus("understand");
    log.plan("understand", [
      ["rules", "Read the numbering rules"],
      ["count", "Count the invoices"],
    ]);
    log.focus("rules");
    const [, rules = 0] = log.step("rules", {
      text: "The rules are in the docs.",
      calls: [
        use("list_files", "docs"),
        use("read_file", "docs/numbering.md", "Paid invoices keep their number. Gaps are allowed."),
        use("grep_content", "invoice_no"),
      ],
      seconds: 20,
      cost: 0.02,
      input: 21_000,
    });
    log.step("rules", {
      text: "And in the code.",
      calls: [use("read_file", "src/invoices/numbers.ts"), use("read_file", "src/invoices/paid.ts")],
      seconds: 18,
      cost: 0.01,
      input: 26_000,
    });
    log.done("rules", "Paid invoices keep their number; gaps are allowed");
    work(log, {
      id: "count",
      steps: [
        {
          text: "Count them by state.",
          calls: [
            use("run_sql", "select count(*) from invoice", "309 rows"),
            use("run_sql", "select count(*) where paid", "41 rows"),
          ],
          seconds: 40,
          cost: 0.017,
          input: 30_000,
        },
      ],
      result: "309 in the range, 41 of them paid",
    });
    log.done("understand", "309 invoices in the range, 41 of them paid");
    log.focus("prepare");
    log.plan("prepare", [
      ["map", "Map old to new numbers"],
      ["rehearse", "Rehearse on a copy"],
      ["statement", "Write the statement"],
    ]);
    work(log, {
      id: "map",
      steps: Array.from({ length: 7 }, (_, step) => ({
        text: `Map the numbers of part ${step + 1}.`,
        calls: [use("run_sql", `select part ${step + 1}`), use("write_file", `mapping-${step + 1}.csv`)],
        ...{ seconds: 22, cost: 0.012, input: 50_000 + step * 6_000 },
      })),
      result: "mapping.csv: 268 pairs",
    });
    work(log, {
      id: "rehearse",
      steps: [
        {
          text: "Copy the table.",
          calls: [use("run_sql", "create table invoice_copy"), use("run_sql", "insert into invoice_copy")],
          seconds: 30,
          cost: 0.02,
          input: 96_000,
        },
        {
          text: "Apply the map to the copy.",
          calls: Array.from({ length: 6 }, (_, part) =>
            use("run_sql", `update invoice_copy, part ${part + 1}`),
          ),
          seconds: 60,
          cost: 0.03,
          input: 108_000,
        },
        {
          text: "Check for gaps.",
          calls: [
            use("check_rows", "gaps"),
            use("check_rows", "duplicates"),
            use("run_sql", "drop table invoice_copy"),
          ],
          seconds: 35,
          cost: 0.021,
          input: 116_000,
        },
      ],
      result: "268 rows changed, no gaps",
    });
    log.focus("statement");
    const [mapping = 0] = log.step("statement", {
      text: "One statement instead of 268.",
      calls: [
        use("read_file", "mapping-1.csv"),
        use("write_file", "change.sql"),
        use("read_file", "change.sql"),
      ],
      seconds: 40,
      cost: 0.03,
      input: 118_000,
    });
    log.compact("statement", {
      ...{ before: 118_000, after: 31_000, seconds: 9 },
      ledger: [
        {
          kind: "requirement",
          text: "Paid invoices keep their number.",
          sequence: rules,
          state: "dropped",
        },
        { kind: "number", text: "268 rows changed in the rehearsal", sequence: mapping, state: "dropped" },
        {
          ...{ kind: "decision", text: "Update only the 268 pairs of mapping.csv", sequence: mapping },
          ...{ state: "reworded", now: "Update the range of 2025 in one statement" },
        },
        { kind: "requirement", text: "Gaps are allowed.", sequence: rules, state: "kept" },
        { kind: "goal", text: "Check the paid invoices", sequence: 1, state: "kept" },
        { kind: "file", text: "change.sql", sequence: mapping, state: "kept" },
      ],
    });
    log.step("statement", {
      text: "Simplify it: the whole range.",
      calls: [
        use("edit_file", "change.sql", "+1 −268"),
        use("read_file", "change.sql"),
        use("run_sql", "explain update invoice"),
        use("write_file", "notes.md"),
        use("read_file", "notes.md"),
      ],
      seconds: 50,
      cost: 0.028,
      input: 31_000,
    });
    log.done("statement", "One UPDATE over the whole range");
    log.done("prepare", "268 pairs, rehearsed, one statement");
    log.focus("apply");
    log.plan("apply", [
      ["change", "Apply the change"],
      ["check", "Check the paid invoices"],
      ["undo", "Undo it for the paid ones"],
    ]);
    work(log, {
      id: "change",
      steps: [
        {
          text: "Apply it.",
          calls: [
            use("read_file", "change.sql"),
            use("run_sql", "begin"),
            took(
              9,
              misuse(
                "run_sql",
                "update invoice set no = …",
                "Changed 309 rows where 268 were expected. The change is committed.",
              ),
            ),
            use("run_sql", "commit"),
            use("run_sql", "select count(*)"),
          ],
          seconds: 20,
          cost: 0.034,
          input: 34_000,
        },
      ],
      result: "309 rows changed, 268 expected",
    });
    log.focus("check");
    log.step("check", {
      text: "Did paid invoices change?",
      calls: [
        use("run_sql", "select paid"),
        misuse("check_rows", "paid = true", "41 rows differ"),
        use("run_sql", "select paid, old no"),
        use("read_file", "docs/numbering.md", "Paid invoices keep their number. Gaps are allowed."),
      ],
      seconds: 30,
      cost: 0.03,
      input: 37_000,
    });
    log.step("check", {
      text: "Compare with the ledger.",
      calls: [
        use("read_file", "ledger-1.csv"),
        misuse("check_rows", "ledger", "41 numbers are not in the ledger"),
        use("read_file", "ledger-2.csv"),
        use("run_sql", "select mismatch"),
        use("write_file", "mismatch.csv"),
      ],
      seconds: 34,
      cost: 0.028,
      input: 40_000,
    });
    log.close("check", "failed", "41 paid invoices have new numbers");
    log.focus("undo");
    for (let attempt = 1; attempt <= 4; attempt += 1)
      log.step("undo", {
        text: "Restore the paid invoices from the backup.",
        calls: [
          misuse("run_sql", "update invoice from invoice_backup", "relation invoice_backup does not exist"),
        ],
        seconds: 24,
        cost: 0.013,
        input: 42_000,
      });
    log.loop("undo", 4, "update invoice from invoice_backup failed four times in the same way");
    for (let step = 1; step <= 6; step += 1)
      log.step("undo", {
        text: "Look for another backup.",
        calls: [
          use("list_files", `backups/${step}`),
          use("grep_content", `invoice in backups/${step}`),
          step === 3 || step === 5
            ? misuse("run_sql", `restore ${step}`, "permission denied for schema backup")
            : use("read_file", `backups/${step}/log`),
        ],
        seconds: 15,
        cost: 0.02,
        input: 44_000,
      });
    log.close("undo", "failed", "No backup table, four attempts");
    log.close("apply", "failed", "41 paid invoices have new numbers");
    log.stopAtLimit();
  },
};
