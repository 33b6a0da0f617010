import { misuse, took, use } from "./work.ts";
import type { WrittenStory } from "./write-story.ts";
import type { WrittenLog } from "./written-log.ts";

type Stage = {
  readonly title: string;
  readonly groups: number;
  readonly leaves: number;
  readonly result: string;
  /** Dollars per goal; the default is 0.03. */
  readonly cost?: number;
};

const STAGES: readonly Stage[] = [
  {
    title: "Take stock of the services",
    groups: 6,
    leaves: 7,
    result: "Found 212 services, 41 with no owner",
  },
  { title: "Read every configuration", groups: 10, leaves: 8, result: "9 formats, 3 of them undocumented" },
  { title: "Draft the new schema", groups: 4, leaves: 8, result: "118 fields, 12 renamed" },
  { title: "Convert the payment services", groups: 9, leaves: 9, result: "34 of 34 converted" },
  { title: "Convert the catalog services", groups: 11, leaves: 10, result: "47 of 47 converted" },
  {
    title: "Convert the search services",
    groups: 8,
    leaves: 10,
    result: "Second approach: generated converters",
  },
  { title: "Convert the account services", groups: 12, leaves: 10, result: "52 of 52 converted" },
  { title: "Convert the back office", groups: 10, leaves: 9, result: "39 of 40 converted, one is retired" },
  { title: "Run the test suites", groups: 10, leaves: 10, result: "" },
  {
    title: "Repair what broke",
    groups: 12,
    leaves: 10,
    result: "Most of it repaired, refunds left",
    cost: 0.09,
  },
  { title: "Roll out to staging", groups: 7, leaves: 9, result: "" },
];
const SUITES = [
  "checkout-api",
  "ledger",
  "refunds",
  "fraud-rules",
  "invoices",
  "payout",
  "tax",
  "cards",
  "wallet",
  "gifts",
];
const CHECKS = [
  "Unit tests",
  "Contract tests",
  "Start-up",
  "Health check",
  "Load test",
  "Time-outs",
  "Retries",
  "Rollback",
  "Login",
  "Payments",
];
const FAILURES = ["Port 5433 refused", "Times out after 30 s", "2 of 18 tests fail"];
const TESTS = 9;
const ROLL_OUT = 11;
const SEARCH = 6;

/** A thousand goals in eleven stages, with a failed stage, an abandoned first approach, and a pause by a person near the end. */
export const serviceMigration: WrittenStory = {
  title: "Move 212 services to the new schema",
  task: "Move all 212 services to the new configuration schema, test them and roll them out to staging",
  by: "owner",
  model: "atlas/large",
  hoursAgo: 9,
  write: (log) => {
    log.step("root", { text: "Eleven stages, then the change log.", seconds: 20, cost: 0.04 });
    log.plan(
      "root",
      [...STAGES, { title: "Write the change log" }].map(({ title }, index) => [`s${index + 1}`, title]),
    );
    for (const [index, stage] of STAGES.entries()) writeStage(log, stage, index + 1);
    log.pause("Paused for the night, before the last services reach staging");
  },
};

function writeStage(log: WrittenLog, stage: Stage, number: number): void {
  const id = `s${number}`;
  log.focus(id);
  const groups = Array.from({ length: stage.groups }, (_, group) => `${id}.${group + 1}`);
  log.plan(
    id,
    groups.map((each, group) => [each, groupTitle(number, group)]),
  );
  for (const [group, groupId] of groups.entries()) {
    const isLast = number === ROLL_OUT && group === groups.length - 1;
    writeGroup(log, { stage, number, group, id: groupId, isLast });
    if (isLast) return;
  }
  if (number === TESTS) log.close(id, "failed", "13 checks failed in refunds and fraud-rules");
  else log.done(id, stage.result);
}

type Group = {
  readonly stage: Stage;
  readonly number: number;
  readonly group: number;
  readonly id: string;
  readonly isLast: boolean;
};

function writeGroup(log: WrittenLog, { stage, number, group, id, isLast }: Group): void {
  const isFailing = number === TESTS && (group === 2 || group === 3);
  const isGivenUp = number === SEARCH && group < 2;
  const leaves = Array.from({ length: isLast ? 4 : stage.leaves }, (_, leaf) => `${id}.${leaf + 1}`);
  log.focus(id);
  log.plan(
    id,
    leaves.map((each, leaf) => [each, leafTitle(number, group, leaf)]),
  );
  for (const [leaf, leafId] of leaves.entries()) {
    const fails = isFailing && leaf % 3 !== 2;
    const stumbles = number > TESTS - 1 && (group * 7 + leaf) % 13 === 5;
    const failure = FAILURES[(group + leaf) % FAILURES.length] ?? "";
    log.focus(leafId);
    const cost = (stage.cost ?? 0.03) * (1 + ((leaf * 5 + group) % 7) / 6) * 0.5;
    const first =
      fails || stumbles
        ? took(6, misuse("bash_command", "run the checks", failure))
        : took(4, use("bash_command", "run the checks", "ok"));
    log.step(leafId, {
      text: `Work on ${leafTitle(number, group, leaf)}.`,
      calls: [use("read_file", `services/${leafId}.yaml`), first],
      seconds: 14 + ((leaf * 3 + group) % 5) * 3,
      cost,
      input: 30_000 + ((group * 10 + leaf) % 40) * 2_000,
    });
    if (isLast && leaf === leaves.length - 1) return;
    if (fails) log.close(leafId, "failed", failure);
    else if (isGivenUp) log.close(leafId, "abandoned", "Written by hand, too slow");
    else log.done(leafId, stumbles ? "Passes on the second attempt" : "Passes");
  }
  if (number === ROLL_OUT - 1 && group === 4) log.loop(leaves.at(-1) ?? id, 4, "the same checks four times");
  if (group % 4 === 3) log.compact(id, { before: 118_000, after: 29_000 });
  if (isFailing) log.close(id, "failed", group === 2 ? "7 of 10 checks fail" : "6 of 10 checks fail");
  else if (isGivenUp) log.close(id, "abandoned", "Converters written by hand take too long");
  else log.done(id, number >= TESTS ? "All checks pass" : "Converted and checked");
}

function groupTitle(number: number, group: number): string {
  return number >= TESTS - 1 ? (SUITES[group % SUITES.length] ?? "") : `Group ${group + 1} of the services`;
}

function leafTitle(number: number, group: number, leaf: number): string {
  const check = CHECKS[leaf % CHECKS.length] ?? "";
  return number >= TESTS ? check : `Service ${number * 20 + group * 3 + leaf}`;
}
