import type { GateProblem } from "../entry-proposal.ts";
import { addDays, addMonths, dayOfWeek, endOfMonth, formatDay, formatMonth } from "./calendar.ts";

/** Returns the absolute form of a matched phrase as seen on a day (milliseconds), null if it is unclear. */
type Resolve = (today: number, groups: readonly string[]) => string | null;

const NUMBER = "(\\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve)";
const ENGLISH_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const WEEKDAY = "(sunday|monday|tuesday|wednesday|thursday|friday|saturday)";
const CHINESE_DIGITS = "零一二三四五六七八九";
const CHINESE_NUMBER = "(\\d{1,3}|[一二两三四五六七八九十]{1,3}|半)";
const CHINESE_WEEKDAYS = "日一二三四五六";
const UNCLEAR: Resolve = () => null;

const inDays =
  (days: number): Resolve =>
  (today) =>
    formatDay(addDays(today, days));

/** The forms of relative dates, longest first, so that `the day after tomorrow` is not read as `tomorrow`. */
const FORMS: readonly (readonly [RegExp, Resolve])[] = [
  [/\bthe day after tomorrow\b/giu, inDays(2)],
  [/\bthe day before yesterday\b/giu, inDays(-2)],
  [/\byesterday\b/giu, inDays(-1)],
  [/\btomorrow\b/giu, inDays(1)],
  [
    /\b(?:today|tonight|this (?:morning|afternoon|evening)|(?:by )?(?:eod|end of day|end of the day))\b/giu,
    inDays(0),
  ],
  [
    new RegExp(`\\b${NUMBER} (day|week|month|year)s? (?:ago|earlier)\\b`, "giu"),
    (today, [count = "", unit = ""]) => shift(today, -readNumber(count), unit),
  ],
  [
    new RegExp(`\\bin ${NUMBER} (day|week|month|year)s?\\b`, "giu"),
    (today, [count = "", unit = ""]) => shift(today, readNumber(count), unit),
  ],
  [
    new RegExp(`\\b${NUMBER} (day|week|month|year)s? (?:from now|later)\\b`, "giu"),
    (today, [count = "", unit = ""]) => shift(today, readNumber(count), unit),
  ],
  [
    new RegExp(`\\b(next|last|this|coming) ${WEEKDAY}\\b`, "giu"),
    (today, [which = "", day = ""]) => englishWeekday(today, which.toLowerCase(), day.toLowerCase()),
  ],
  [/\b(?:the )?end of (?:this|the) month\b/giu, (today) => formatDay(endOfMonth(today))],
  [/\bnext month\b/giu, (today) => formatMonth(addMonths(today, 1))],
  [/\blast month\b/giu, (today) => formatMonth(addMonths(today, -1))],
  [/\bthis month\b/giu, (today) => formatMonth(today)],
  [
    /\b(?:next|last|this) (?:week|weekend|year|quarter|sprint|spring|summer|autumn|fall|winter)\b(?! of)/giu,
    UNCLEAR,
  ],
  [
    /\b(?:in|within|after) (?:a|one|two|the next) (?:fortnights?|couple of (?:days|weeks|months)|quarters?|decade)\b/giu,
    UNCLEAR,
  ],
  [/\b(?:recently|lately|soon|a few (?:days|weeks|months) ago|the other day|just now)\b/giu, UNCLEAR],
  [/大前天/gu, inDays(-3)],
  [/大后天/gu, inDays(3)],
  [/前天/gu, inDays(-2)],
  [/后天/gu, inDays(2)],
  [/昨[天日晚]/gu, inDays(-1)],
  [/明[天日晚早](?!确)/gu, inDays(1)],
  [/今[天日晚早]/gu, inDays(0)],
  [
    /(上上|下下|上|下|本|这)个?(?:周|星期|礼拜)([一二三四五六日天])/gu,
    (today, [which = "", day = ""]) => chineseWeekday(today, which, day === "天" ? "日" : day),
  ],
  [
    new RegExp(`${CHINESE_NUMBER}\\s*(天|周|个?星期|个月|年)(?:之|以)?(前|后)`, "gu"),
    (today, [count = "", unit = "", side = ""]) => chineseShift(today, { count, unit, side }),
  ],
  [/(?:本|这个?)月底/gu, (today) => formatDay(endOfMonth(today))],
  [/下个?月/gu, (today) => formatMonth(addMonths(today, 1))],
  [/上个?月/gu, (today) => formatMonth(addMonths(today, -1))],
  [/(?:本月|这个月)/gu, (today) => formatMonth(today)],
  [/[上下本这]个?(?:周|星期|礼拜)末?/gu, UNCLEAR],
  [/[上下本这]个?(?:季度|财年|学期|半年|年度)/gu, UNCLEAR],
  [/再?过(?:几|半|\d{1,3}|[一二两三四五六七八九十]{1,3})个?(?:天|周|星期|礼拜|月|季度|年)/gu, UNCLEAR],
  [/去年|今年|明年|前年|后年|最近|近期|刚刚|不久(?:前|后)|前几天|过几天/gu, UNCLEAR],
];

/** Finds dates in a text that mean something else on another day. `today` is the day it is saved, in milliseconds since 1970 (UTC). */
export function findRelativeDates(text: string, today: number): readonly GateProblem[] {
  const problems: GateProblem[] = [];
  let rest = text;
  for (const [pattern, resolve] of FORMS) {
    for (const [found, ...groups] of rest.matchAll(pattern))
      problems.push({ gate: "relative-date", found, instead: resolve(today, groups) });
    rest = rest.replaceAll(pattern, " ");
  }
  return problems;
}

function shift(today: number, count: number, unit: string): string {
  switch (unit.toLowerCase()) {
    case "day":
      return formatDay(addDays(today, count));
    case "week":
      return formatDay(addDays(today, 7 * count));
    case "month":
      return formatMonth(addMonths(today, count));
    default:
      return formatMonth(addMonths(today, 12 * count));
  }
}

/** `next Friday` on a Friday is the one a week later; `last` is the one before. */
function englishWeekday(today: number, which: string, day: string): string {
  const ahead = (WEEKDAYS.indexOf(day) - dayOfWeek(today) + 7) % 7;
  if (which === "last") return formatDay(addDays(today, ahead === 0 ? -7 : ahead - 7));
  return formatDay(addDays(today, ahead === 0 && which !== "this" ? 7 : ahead));
}

/** Weeks begin on Monday: `下周一` on a Friday is the Monday after next Sunday. */
function chineseWeekday(today: number, which: string, day: string): string {
  const fromMonday = (index: number): number => (index + 6) % 7;
  const weeks = { 上上: -2, 上: -1, 下: 1, 下下: 2 }[which] ?? 0;
  const monday = addDays(today, -fromMonday(dayOfWeek(today)));
  return formatDay(addDays(monday, 7 * weeks + fromMonday(CHINESE_WEEKDAYS.indexOf(day))));
}

function chineseShift(
  today: number,
  { count, unit, side }: { readonly count: string; readonly unit: string; readonly side: string },
): string {
  const sign = side === "前" ? -1 : 1;
  // Half a month is fifteen days, half a year six months.
  if (count === "半")
    return unit === "年" ? formatMonth(addMonths(today, sign * 6)) : formatDay(addDays(today, sign * 15));
  const units = { 天: "day", 周: "week", 星期: "week", 个星期: "week", 个月: "month" };
  const named = Object.entries(units).find(([name]) => name === unit)?.[1] ?? "year";
  return shift(today, sign * readNumber(count), named);
}

function readNumber(text: string): number {
  const word = text.toLowerCase();
  if (/^\d+$/u.test(word)) return Number(word);
  if (word === "a" || word === "an") return 1;
  const english = ENGLISH_NUMBERS.indexOf(word);
  if (english !== -1) return english;
  const chinese = word.replaceAll("两", "二");
  const [tens = "", ones = ""] = chinese.includes("十") ? chinese.split("十") : ["零", chinese];
  const ten = tens === "" ? 1 : CHINESE_DIGITS.indexOf(tens);
  return ten * 10 + (ones === "" ? 0 : CHINESE_DIGITS.indexOf(ones));
}
