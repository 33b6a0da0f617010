import type { TranscriptMessage } from "../compaction/transcript-entries.ts";
import { createFactPool, type FactAges, type FactPool } from "./fact-pool.ts";
import { closeGoal, createGoals } from "./goal-operations.ts";
import {
  createRandom,
  createSessionWriter,
  randomWords,
  type SessionCall,
  writeLines,
} from "./session-writer.ts";
import { goalCall } from "./track-state.ts";

type Random = (limit: number) => number;

/** Parts of one kind of session. Texts introduce new facts (ids, amounts, paths) and refer to old ones, which later steps use. */
export type Scenario = {
  readonly seed: number;
  /** How old the facts are that a step uses. Default: mostly those of the last step. */
  readonly ages?: FactAges;
  readonly instructions: (random: Random) => string;
  readonly request: string;
  readonly tasks: number;
  readonly stepsPerTask: number;
  readonly title: (random: Random, task: number) => string;
  /** A message of the person when a task begins; undefined if the person stays silent. */
  readonly ask: (pool: FactPool, random: Random, task: number) => string | undefined;
  /** One step: the assistant's text uses facts, its calls bring new ones. */
  readonly step: (
    pool: FactPool,
    random: Random,
    step: number,
  ) => {
    readonly text: string;
    readonly calls: readonly SessionCall[];
  };
  /** The person's answer after a step; undefined for none. */
  readonly answer?: (pool: FactPool, random: Random) => string | undefined;
};

/** Writes the session of a scenario. Equal for equal scenarios. */
export function writeSession(scenario: Scenario): readonly TranscriptMessage[] {
  const random = createRandom(scenario.seed);
  const pool = createFactPool(random, scenario.ages);
  const session = createSessionWriter(scenario.instructions(random));
  const ids = Array.from({ length: scenario.tasks }, (_, task) => `task-${task}`);
  session.user(scenario.request);
  session.step(
    "",
    goalCall(
      createGoals(
        "root",
        ids.map((id, task) => [id, scenario.title(random, task)]),
      ),
    ),
  );
  for (const [task, id] of ids.entries()) {
    const asked = scenario.ask(pool, random, task);
    if (asked !== undefined) session.user(asked);
    session.step("", goalCall([{ op: "focused", goalId: id }]));
    for (let step = 0; step < scenario.stepsPerTask; step += 1) {
      pool.advance();
      const { text, calls } = scenario.step(pool, random, step);
      session.step(text, ...calls);
      const answer = scenario.answer?.(pool, random);
      if (answer !== undefined) session.user(answer);
    }
    session.step(
      `Finished: ${randomWords(random, 8)}, see ${pool.use()}.`,
      goalCall([closeGoal(id, randomWords(random, 8))]),
    );
  }
  return session.messages;
}

const coding: Scenario = {
  seed: 101,
  instructions: (random) => writeLines(20, (line) => `Rule ${line + 1}: ${randomWords(random, 12)}.`),
  request: "Make the failing tests of this repository pass. Never change src/api/v2-contract.ts.",
  tasks: 9,
  stepsPerTask: 16,
  title: (random, task) => `Mend the ${randomWords(random, 2)} tests, part ${task + 1}`,
  ask: (pool, random, task) =>
    task % 2 === 0 ? `The build ${pool.create("build-")} shows it: ${randomWords(random, 9)}.` : undefined,
  step(pool, random, step) {
    switch (step % 4) {
      case 0:
        return {
          text: `${pool.use()} points to the cause. I search for it.`,
          calls: [
            {
              name: "search",
              input: { pattern: pool.use() },
              output: writeLines(
                5 + random(25),
                () => `${pool.createPath("src")}:${random(900)}: ${randomWords(random, 7)}`,
              ),
            },
          ],
        };
      case 1:
        return {
          text: `Let me read ${pool.use()}.`,
          calls: [
            {
              name: "open",
              input: { path: pool.use() },
              output: writeLines(
                30 + random(130),
                (line) =>
                  `${line}: const ${randomWords(random, 1)} = ${randomWords(random, 3)}; ${random(16) === 0 ? `// ${pool.create("BUG-")}` : ""}`,
              ),
            },
          ],
        };
      case 2:
        return {
          text: `The value from ${pool.use()} is wrong in ${pool.use()}.`,
          calls: [
            {
              name: "edit",
              input: { path: pool.use(), old: randomWords(random, 16), new: randomWords(random, 20) },
              output: `Edited, revision ${pool.create("r")}`,
            },
          ],
        };
      default:
        return {
          text: `Now the tests for ${pool.use()}.`,
          calls: [
            {
              name: "run",
              input: { command: `npm test -- ${pool.use()}` },
              output: `${writeLines(8 + random(50), () => ` ok ${randomWords(random, 6)} (${random(90)} ms)`)}\nFAIL ${pool.createPath("test")}\n  Error ${pool.create("E")}: ${randomWords(random, 6)}\nexit code 1`,
            },
          ],
        };
    }
  },
};

const shell: Scenario = {
  seed: 202,
  instructions: (random) => writeLines(12, () => randomWords(random, 12)),
  request:
    "The server of order 77311-A loses requests. Find out why and repair it. Do not restart db-primary-01.",
  tasks: 6,
  stepsPerTask: 24,
  title: (random, task) => `Examine ${randomWords(random, 2)} on node-${task + 10}`,
  ask: () => undefined,
  step: (pool, random) => ({
    text: random(3) === 0 ? `Suspicious: ${pool.use()} again with ${pool.use()}.` : "",
    calls: Array.from({ length: random(6) === 0 ? 2 : 1 }, () => {
      // Most commands print little, a few print pages.
      const lines = random(8) === 0 ? 120 + random(200) : 2 + random(30);
      const rare = Math.max(4, Math.ceil(lines / 6));
      return {
        name: "shell",
        input: { command: `grep -n ${pool.use()} /var/log/${randomWords(random, 1)}.log | tail` },
        output: writeLines(
          lines,
          () =>
            `12:0${random(10)} ${randomWords(random, 6)} ${random(rare) === 0 ? pool.create("pid-") : ""}`,
        ),
      };
    }),
  }),
};

const CHINESE =
  "订单 商品 地址 退款 物流 发票 客户 优惠 会员 支付 配送 仓库 颜色 尺寸 数量 价格 时间 电话 姓名 积分 换货 备注 签收 包裹".split(
    " ",
  );
const chinese = (random: Random, count: number): string =>
  Array.from({ length: count }, () => CHINESE[random(CHINESE.length)] ?? "").join("");

const chineseSupport: Scenario = {
  seed: 303,
  instructions: (random) => writeLines(30, (line) => `规定${line + 1}：${chinese(random, 14)}。`),
  request: "请处理下面的客户请求，必须核对身份，不要承诺退款。",
  tasks: 24,
  stepsPerTask: 6,
  title: (random, task) => `客户请求${task + 1}：${chinese(random, 3)}`,
  ask: (pool, random) => `你好，我的订单${pool.create("DD")}有问题：${chinese(random, 10)}，请不要取消。`,
  step: (pool, random, step) => ({
    text:
      step % 2 === 0
        ? `正在查询${pool.use()}。`
        : `您好，关于${pool.use()}：${chinese(random, 18)}，金额为${pool.use()}。`,
    calls:
      step % 2 === 0
        ? [
            {
              name: "query_record",
              input: { 编号: pool.use() },
              output: JSON.stringify(
                Object.fromEntries(
                  Array.from({ length: 8 + random(20) }, (_, field) => [
                    `${chinese(random, 1)}${field}`,
                    random(3) === 0 ? pool.create("KH") : chinese(random, 5),
                  ]),
                ),
              ),
            },
          ]
        : [],
  }),
  answer: (pool, random) =>
    random(3) === 0 ? `好的，电话是${pool.create("138")}，${chinese(random, 6)}。` : undefined,
};

const research: Scenario = {
  seed: 404,
  instructions: (random) => writeLines(15, () => randomWords(random, 14)),
  request: "Compare the offers below. Every price needs its source. Only suppliers within the EU.",
  tasks: 8,
  stepsPerTask: 14,
  title: (random, task) => `Prices of ${randomWords(random, 2)} (lot ${task + 1})`,
  ask: (pool, random, task) =>
    task % 3 === 2 ? `Also consider ${pool.create("SKU-")}: ${randomWords(random, 10)}.` : undefined,
  step: (pool, random, step) => ({
    text:
      step % 3 === 2
        ? `Noted: ${pool.use()} costs ${pool.use()}. ${randomWords(random, 20)}.`
        : `I look at ${pool.use()}.`,
    calls: Array.from({ length: step % 5 === 4 ? 3 : 1 }, () => ({
      name: step % 3 === 0 ? "web_search" : "fetch_page",
      input: { query: `${randomWords(random, 3)} ${pool.use()}` },
      output:
        step % 3 === 0
          ? writeLines(
              8,
              (line) => `${line + 1}. https://example.com/${pool.create("p")} ${randomWords(random, 16)}`,
            )
          : writeLines(
              30 + random(170),
              () => `- ${randomWords(random, 9)} ${random(12) === 0 ? `${pool.create("EUR-")}` : ""}`,
            ),
    })),
  }),
};

const analysis: Scenario = {
  seed: 505,
  instructions: (random) => writeLines(18, () => randomWords(random, 13)),
  request: "Find the accounts with wrong balances in ledger-2031.csv. Must not write to the database.",
  tasks: 10,
  stepsPerTask: 14,
  title: (random, task) => `Check ${randomWords(random, 2)} of quarter ${task + 1}`,
  ask: (pool, random, task) =>
    task % 2 === 1 ? `Note: ${pool.create("ACC-")} is a test account, ${randomWords(random, 8)}.` : undefined,
  step: (pool, random, step) => ({
    text: step % 2 === 0 ? "" : `${pool.use()} differs from ${pool.use()}, and ${pool.use()} is missing.`,
    calls: [
      {
        name: "query",
        input: { sql: `select * from ${randomWords(random, 1)} where account = '${pool.use()}'` },
        output: writeLines(
          4 + random(60),
          () => `${pool.create("ACC-")} | ${random(90_000)}.${random(90) + 10} | ${randomWords(random, 2)}`,
        ),
      },
    ],
  }),
};

const severalTasks: Scenario = {
  seed: 606,
  instructions: (random) => writeLines(20, () => randomWords(random, 12)),
  request: "I have several tasks for today, one after the other. Always write in short sentences.",
  tasks: 14,
  stepsPerTask: 9,
  title: (random, task) => `Task ${task + 1}: ${randomWords(random, 4)}`,
  ask: (pool, random, task) =>
    `Next, ${randomWords(random, 12)}. It concerns ${pool.create("CASE-")} and ${pool.create("CASE-")}. ${task > 4 && task % 4 === 0 ? `It goes back to what we found for ${pool.useOld()}.` : ""}`,
  step: (pool, random, step) => ({
    text: step % 3 === 2 ? `I found ${pool.use()} in ${pool.use()}. ${randomWords(random, 14)}.` : "",
    calls:
      step % 3 === 2 && random(2) === 0
        ? []
        : [
            {
              name: ["lookup", "read_file", "shell"][step % 3] ?? "lookup",
              input: { target: pool.use() },
              output: writeLines(
                3 + random(70),
                () => `${randomWords(random, 6)} ${random(6) === 0 ? pool.create("ref-") : ""}`,
              ),
            },
          ],
  }),
};

/** Generated sessions in which facts are found and used again, by name. Equal in each process. */
export const factSessions: Readonly<Record<string, () => readonly TranscriptMessage[]>> = {
  coding: () => writeSession(coding),
  shell: () => writeSession(shell),
  "support in Chinese": () => writeSession(chineseSupport),
  "web research": () => writeSession(research),
  "data analysis": () => writeSession(analysis),
  "several tasks": () => writeSession(severalTasks),
};
