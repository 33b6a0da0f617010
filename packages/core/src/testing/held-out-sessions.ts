import type { TranscriptMessage } from "../compaction/transcript-entries.ts";
import type { FactAges } from "./fact-pool.ts";
import { type Scenario, writeSession } from "./fact-sessions.ts";
import { randomWords, writeLines } from "./session-writer.ts";

/** A move of services to another cluster: manifests, status tables, stack traces; several reads at once. */
const migration: Scenario = {
  seed: 91_807,
  instructions: (random) => writeLines(22, (line) => `${line + 1}) ${randomWords(random, 11)}`),
  request:
    "Move the services of the old cluster, one after the other. Never delete a volume. Write down every image that you deploy.",
  tasks: 19,
  stepsPerTask: 13,
  title: (random, task) => `Move ${randomWords(random, 2)} (wave ${task + 1})`,
  ask: (pool, random, task) =>
    task % 4 === 1
      ? `Before this one: ${randomWords(random, 12)}. ${pool.create("CHG-")} must be closed first, compare ${pool.useOld()}.`
      : undefined,
  step: (pool, random, step) => ({
    text: step % 4 === 2 ? `${pool.use()} does not start because ${pool.use()} is gone.` : "",
    calls: Array.from({ length: step % 6 === 5 ? 3 : 1 }, (_, call) => {
      const kind = (step + call) % 3;
      const target = pool.use();
      if (kind === 0)
        return {
          name: "get_manifest",
          input: { name: target },
          output: writeLines(
            14 + random(50),
            (line) =>
              `${" ".repeat((line % 4) * 2)}${randomWords(random, 1)}: ${random(9) === 0 ? `registry.local/${pool.create("img-")}` : randomWords(random, 2)}`,
          ),
        };
      if (kind === 1)
        return {
          name: "list_pods",
          input: { selector: target, limit: 10 + random(40) },
          output: writeLines(
            5 + random(28),
            () =>
              `${pool.create("pod-")}   ${random(3)}/1   ${random(4) === 0 ? "CrashLoopBackOff" : "Running"}   ${random(60)}m`,
          ),
        };
      return {
        name: "apply",
        input: { manifest: target, note: randomWords(random, 6) },
        output:
          random(3) === 0
            ? `exit code 1\nTraceback (most recent call last):\n${writeLines(6 + random(18), () => `  File "${pool.createPath("deploy")}", line ${random(400)}, in ${randomWords(random, 1)}`)}\nValueError: ${randomWords(random, 5)}`
            : `applied, revision ${pool.create("rev-")}`,
      };
    }),
  }),
};

/** Bookkeeping: scanned documents as prose with amounts, postings, and a person who corrects them. */
const bookkeeping: Scenario = {
  seed: 92_713,
  instructions: (random) => writeLines(14, () => randomWords(random, 16)),
  request: "Post the documents of this month. Only post what has a receipt, and ask at 10.000,00 or more.",
  tasks: 31,
  stepsPerTask: 9,
  title: (random, task) => `Batch ${task + 1}: ${randomWords(random, 3)}`,
  ask: (pool, random, task) =>
    task % 2 === 0
      ? `Here is batch ${task + 1} from ${pool.create("K")}: ${randomWords(random, 14)}.${task > 6 && task % 4 === 0 ? ` The rest of ${pool.useOld()} is in it.` : ""}`
      : undefined,
  step: (pool, random, step) => ({
    text:
      step % 3 === 0
        ? `${pool.use()} belongs to ${pool.use()}, see ${pool.use()}.`
        : step % 3 === 1
          ? ""
          : `${randomWords(random, 10)}.`,
    calls: [
      step % 3 === 2
        ? {
            name: "post",
            input: { document: pool.use(), account: pool.use(), text: randomWords(random, 4) },
            output: JSON.stringify({
              posting: pool.create("B/2031/"),
              balance: `${random(900)}.${100 + random(800)},${10 + random(80)}`,
            }),
          }
        : {
            name: step % 3 === 0 ? "read_document" : "find_postings",
            input: { number: pool.use(), page: 1 + random(4) },
            output: writeLines(
              8 + random(44),
              () =>
                `${randomWords(random, 7)} ${random(5) === 0 ? pool.create("RE-") : `${random(90)},${10 + random(80)}`}`,
            ),
          },
    ],
  }),
  answer: (pool, random) =>
    random(8) === 0 ? `No, that is ${pool.use()}: ${randomWords(random, 8)}.` : undefined,
};

const CLAUSE =
  "合同 条款 甲方 乙方 付款 期限 违约 责任 保密 验收 标的 金额 发票 税率 交付 地点 争议 仲裁 附件 签字 盖章 生效 终止 变更 通知 担保".split(
    " ",
  );
const clause = (random: (limit: number) => number, count: number): string =>
  Array.from({ length: count }, () => CLAUSE[random(CLAUSE.length)] ?? "").join("");

/** A review of contracts in Chinese: long clauses with few numbers, lists of findings, and short remarks of the person. */
const contracts: Scenario = {
  seed: 93_911,
  instructions: (random) => writeLines(16, (line) => `要求${line + 1}：${clause(random, 12)}。`),
  request: "请逐份审查下列合同，必须注明条款编号，不要修改原文。",
  tasks: 29,
  stepsPerTask: 8,
  title: (random, task) => `审查合同${task + 1}：${clause(random, 3)}`,
  ask: (pool, random, task) =>
    `下一份是${pool.create("HT-")}，${clause(random, 8)}。${task > 5 && task % 3 === 0 ? `请与${pool.useOld()}比较。` : ""}`,
  step: (pool, random, step) => ({
    text: step % 2 === 1 ? `${pool.use()}与${pool.use()}不一致：${clause(random, 12)}。` : "",
    calls: [
      {
        name: ["打开合同", "检索条款", "记录意见"][step % 3] ?? "打开合同",
        input: step % 3 === 2 ? { 条款: pool.use(), 意见: clause(random, 15) } : { 编号: pool.use() },
        output:
          step % 3 === 2
            ? `已记录${pool.create("YJ")}`
            : writeLines(
                6 + random(26),
                (line) =>
                  `第${line + 1}条 ${clause(random, 9)}${random(4) === 0 ? `（${pool.create("TK")}）` : ""}。`,
              ),
      },
    ],
  }),
  answer: (pool, random) =>
    random(6) === 0 ? `不对，应以${pool.use()}为准，${clause(random, 5)}。` : undefined,
};

const scenarios: Readonly<Record<string, Scenario>> = {
  migration,
  bookkeeping,
  "contracts in Chinese": contracts,
};

/**
 * Sessions of kinds and seeds for which no rule was made, as long as recorded ones, by name: they show whether a rule holds beyond those it was tuned
 * on. Tuning on them requires new ones.
 */
export const heldOutSessions: Readonly<Record<string, () => readonly TranscriptMessage[]>> = sessionsOf(
  (scenario) => scenario,
);

/** Of 100 uses of facts, 16 are of facts more than 15 steps old; the recorded session has 3, the other generated ones 10 to 20 with repeated uses. */
const BACKWARD: FactAges = [
  { share: 46, steps: 1 },
  { share: 22, steps: 5 },
  { share: 16, steps: 15 },
  { share: 12, steps: 50 },
  { share: 4, steps: 400 },
];
const BACKWARD_SEEDS = 1_000_000;

/** The same kinds with work that comes back to old facts far more often than recorded work does, which is hardest for a small window. */
export const backwardSessions: Readonly<Record<string, () => readonly TranscriptMessage[]>> = sessionsOf(
  (scenario) => ({
    ...scenario,
    seed: scenario.seed + BACKWARD_SEEDS,
    ages: BACKWARD,
  }),
);

function sessionsOf(
  change: (scenario: Scenario) => Scenario,
): Readonly<Record<string, () => readonly TranscriptMessage[]>> {
  return Object.fromEntries(
    Object.entries(scenarios).map(([name, scenario]) => [name, () => writeSession(change(scenario))]),
  );
}
