import type { RunEventPayloads } from "../../log/run-event.ts";

/** A way to work on a message. */
export type Route = RunEventPayloads["route.decided"]["route"];

/** The facts that rules decide by. */
export type RoutedInput = {
  readonly text: string;
  /** Files and images of the message. */
  readonly attachments: number;
  /** Open goals of the conversation. */
  readonly openGoals: number;
  /** Tools of the run. */
  readonly tools: number;
};

/** A route with its reason, in English like everything in the log. */
export type RuledRoute = { readonly route: Route; readonly reason: string };

type Rule = {
  readonly route: Route;
  readonly reason: string;
  readonly holds: (input: RoutedInput) => boolean;
};

/** Longer messages than this are neither greetings nor bare requests to continue. */
const SHORT_CHARACTERS = 80;

const POLITE =
  /^(?:hi|hello|hey|good (?:morning|evening|afternoon|night)|thanks?(?: you)?|thank you|ok(?:ay)?|great|perfect|cool|nice|bye|goodbye|see you|你好|您好|嗨|早上好|晚上好|下午好|谢谢|多谢|感谢|非常感谢|再见|拜拜|好的|好|明白了?|收到)(?=$|[\s,.!?，。！？~👍]|你)/iu;
/** Words after a greeting that are part of it. */
const POLITE_REST =
  /^(?:[\s,.!?，。！？~\p{Extended_Pictographic}]|there|all|everyone|again|very|much|so|a lot|that|it|this|helped|helps|works?|for|your?|the|help|bye|thanks?|great|perfect|你|您|的|帮助|大家|了|很)*$/iu;
const ABOUT_ITSELF =
  /^(?:who|what) are you\b|^what can you do\b|^(?:how|what) can you help\b|^你是谁|^你(?:能|会|可以)做什么|^你叫什么/iu;
const CONTINUES =
  /^(?:please\s+)?(?:next,?\s+)?(?:continue|go on|go ahead|carry on|proceed|resume|next step|keep going)\b|^(?:请)?(?:继续|接着|往下)/iu;
const PLAN =
  /\b(?:make|write|create|draw up|draft|prepare|set up|develop|need)\b[^.?!]{0,40}\b(?:plan|roadmap|to-?do list)\b|^(?:please )?plan\b|\bstep[- ]by[- ]step\b|(?:制定|制订|列|做|写|拟)[^。？！]{0,6}(?:计划|方案|路线图|清单)|分步骤|逐步完成|按计划/iu;
const SEQUENCE =
  /\bfirst\b[^]{3,}\bthen\b|\bfirst\b[^]{3,}\bfinally\b|(?:首先|先)[^]{2,}(?:然后|再|接着|最后)/iu;
const LIST_LINE = /^\s*(?:[-*•]|\d{1,2}[.)、．])\s*\S/gmu;
const ADDRESS = /\bhttps?:\/\/\S/iu;
/** A name with an extension, or a folder. */
const FILE =
  /(?:^|[\s"'`(（“，])[\w@./-]*\w\.[a-z]{1,5}(?![\w/])|(?:^|[\s"'`(（])[\w.-]+\/(?=$|[\s"'`)）?？.,，。]|[\w.-])|\b(?:src|docs|test|tests|lib) ?(?:目录|文件夹|folder|directory)/iu;
const CALCULATION = /\d\s*[-+*/×÷^%]\s*\d|\d\s*(?:加|减|乘以?|除以?)\s*\d|^(?:calculate|compute|计算)\b/iu;
const CLOCK =
  /\bwhat(?:'s| is)?\s+(?:the\s+)?(?:time|date|day)\b|\bwhat time\b|几点|几号|(?:今天|现在)(?:的)?(?:日期|时间|是星期)/iu;
const SEARCH =
  /^(?:please )?(?:search|grep|look) for\b|^(?:please )?find (?:where|all|every|the (?:file|function|definition))\b|^(?:请)?(?:在[^。]{0,12})?(?:搜索|查找|检索)/iu;

/** The rules in order; the first that holds decides. */
const RULES: readonly Rule[] = [
  { route: "DIRECT", reason: "The run has no tools.", holds: ({ tools }) => tools === 0 },
  {
    ...{ route: "PLAN_REQUIRED", reason: "The message continues open goals." },
    holds: ({ text, openGoals }) => openGoals > 0 && text.length <= SHORT_CHARACTERS && CONTINUES.test(text),
  },
  {
    ...{ route: "SIMPLE_TOOL", reason: "The message has attachments." },
    holds: ({ attachments }) => attachments > 0,
  },
  { route: "DIRECT", reason: "A greeting, or thanks.", holds: ({ text }) => isPolite(text) },
  {
    ...{ route: "DIRECT", reason: "A question about the agent itself." },
    holds: ({ text }) => text.length <= SHORT_CHARACTERS && ABOUT_ITSELF.test(text),
  },
  { route: "PLAN_REQUIRED", reason: "The message asks for a plan.", holds: ({ text }) => PLAN.test(text) },
  {
    ...{ route: "PLAN_REQUIRED", reason: "The message lists several steps." },
    holds: ({ text }) => SEQUENCE.test(text) || (text.match(LIST_LINE)?.length ?? 0) >= 2,
  },
  { route: "SIMPLE_TOOL", reason: "The message names an address.", holds: ({ text }) => ADDRESS.test(text) },
  {
    route: "SIMPLE_TOOL",
    reason: "The message names a file or folder.",
    holds: ({ text }) => FILE.test(text),
  },
  { route: "SIMPLE_TOOL", reason: "A calculation.", holds: ({ text }) => CALCULATION.test(text) },
  { route: "SIMPLE_TOOL", reason: "A question for the time or date.", holds: ({ text }) => CLOCK.test(text) },
  { route: "SIMPLE_TOOL", reason: "A search.", holds: ({ text }) => SEARCH.test(text) },
];

/** Characters of a message that rules read: what is asked for is at its start, and patterns stay fast. */
const READ_CHARACTERS = 2_000;

/** Returns the route that is certain from the message and its conversation alone; null if it takes understanding. */
export function routeByRule(input: RoutedInput): RuledRoute | null {
  const read = { ...input, text: input.text.trim().slice(0, READ_CHARACTERS) };
  const rule = RULES.find(({ holds }) => holds(read));
  return rule === undefined ? null : { route: rule.route, reason: rule.reason };
}

function isPolite(text: string): boolean {
  const greeting = text.length <= SHORT_CHARACTERS ? POLITE.exec(text) : null;
  return greeting !== null && POLITE_REST.test(text.slice(greeting[0].length));
}
