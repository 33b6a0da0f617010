import { call, calls, says, type Story, type StoryModel, type Teller } from "../story.ts";

const DAYS = 28;
const PEOPLE: readonly Teller[] = ["owner", "jonas", "wei", "owner", "wei"];
const MODELS: readonly StoryModel[] = ["atlas/large", "atlas/mini", "atlas/mini", "local/heron"];

const ERRANDS = [
  {
    task: "What is the largest order?",
    tool: call("read_file", { path: "data/orders.csv" }),
    answer: "Order 3 of Chen: 310.25 euros.",
  },
  {
    task: "What time is it in Shanghai?",
    tool: call("current_time", { time_zone: "Asia/Shanghai" }),
    answer: "See the clock above.",
  },
  {
    task: "How much is 17 % of 1,240?",
    tool: call("calculator", { expression: "1240 * 0.17" }),
    answer: "210.80",
  },
  {
    task: "Which files mention a discount?",
    tool: call("grep_content", { pattern: "discount", path: ".", ignore_case: true }),
    answer: "`src/orders.ts` and `src/totals.ts`.",
  },
  {
    task: "Show me the folder",
    tool: call("list_directory", { path: "." }),
    answer: "Data, sources, regions and logs.",
  },
] as const;

/** Small questions over four weeks, so that lists and charts have content. */
export const everyday: readonly Story[] = Array.from({ length: DAYS * 2 }, (_, index): Story => {
  const errand = ERRANDS[(index * 3) % ERRANDS.length] ?? ERRANDS[0];
  const failing = index % 13 === 11;
  return {
    title: errand.task,
    by: PEOPLE[index % PEOPLE.length] ?? "owner",
    model: MODELS[(index * 5) % MODELS.length] ?? "atlas/mini",
    hoursAgo: 130 + Math.floor((index / 2) * 24 + (index % 2) * 7.5) - (index % 5),
    turns: [
      {
        task: errand.task,
        answers: failing
          ? [{ kind: "refuses", status: 404, message: "The model does not exist" }]
          : [calls("", errand.tool), says(errand.answer)],
      },
    ],
  };
});

/** A conversation in Chinese with two turns. */
export const chinese: Story = {
  title: "按客户统计订单金额",
  by: "wei",
  model: "atlas/large",
  hoursAgo: 12,
  shared: true,
  turns: [
    {
      task: "请按客户统计订单金额,并指出最大的一笔。",
      answers: [
        {
          kind: "says",
          reasoning: "先读取数据文件,再相加。",
          text: "我先读取订单数据。",
          calls: [call("read_file", { path: "data/orders.csv" })],
        },
        calls("", call("calculator", { expression: "120.50 + 48.00 + 310.25 + 15.75" })),
        says("四位客户合计 **494.50 欧元**。最大的一笔是 Chen 的 310.25 欧元。"),
      ],
    },
    {
      task: "打折之后呢?",
      answers: [
        calls("", call("calculator", { expression: "120.50*0.9 + 48.00 + 310.25*0.9 + 15.75" })),
        says("打九折后合计 451.43 欧元。"),
      ],
    },
  ],
  aftermath: { tags: ["中文"] },
};
