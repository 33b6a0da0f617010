/** A date in a text, as precise as the text gives it. `month` counts from 1. */
export type TextDate = { readonly year: number | null; readonly month: number; readonly day: number | null };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const YEAR = "((?:19|20)\\d\\d)";

/** The forms of dates, most precise first, each with the reading of its groups. */
const FORMS: readonly (readonly [RegExp, (groups: readonly (string | undefined)[]) => TextDate])[] = [
  [/\b((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})\b/gu, ([year, month, day]) => toDate(year, month, day)],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\s+${MONTH}\\b(?:,?\\s*${YEAR})?`, "giu"),
    ([day, month, year]) => toDate(year, month, day),
  ],
  [
    new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d)(?:,?\\s*${YEAR})?`, "giu"),
    ([month, day, year]) => toDate(year, month, day),
  ],
  [
    /(?:((?:19|20)\d\d)\s*年\s*)?(\d{1,2}|[一二三四五六七八九十]{1,3})\s*月\s*(?:(\d{1,2}|[一二三四五六七八九十]{1,3})\s*[日号號])?/gu,
    ([year, month, day]) => toDate(year, month, day),
  ],
  [new RegExp(`\\b${MONTH},?\\s+${YEAR}\\b`, "giu"), ([month, year]) => toDate(year, month, undefined)],
  // "May" and "March" are also words, so a month alone counts only behind a preposition.
  [
    new RegExp(`\\b(?:in|during|since|until|by|of|this|last|next)\\s+${MONTH}\\b`, "giu"),
    ([month]) => toDate(undefined, month, undefined),
  ],
];

/** Returns the calendar dates that a text names in English or Chinese, each once. Relative ones such as "yesterday" are not resolved. */
export function readDates(text: string): readonly TextDate[] {
  const found = new Map<string, TextDate>();
  let rest = text.normalize("NFKC");
  for (const [pattern, read] of FORMS)
    rest = rest.replaceAll(pattern, (...match: readonly unknown[]) => {
      const groups = match.slice(1).map((group) => (typeof group === "string" ? group : undefined));
      const date = read(groups);
      if (isReal(date)) found.set(`${date.year}-${date.month}-${date.day}`, date);
      return " ";
    });
  return [...found.values()];
}

function isReal({ month, day }: TextDate): boolean {
  return month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31));
}

function toDate(year: string | undefined, month: string | undefined, day: string | undefined): TextDate {
  return {
    year: year === undefined ? null : Number(year),
    month: readMonth(month ?? ""),
    day: day === undefined ? null : readNumber(day),
  };
}

function readMonth(text: string): number {
  const named = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return named === -1 ? readNumber(text) : named + 1;
}

const DIGITS = "一二三四五六七八九";

/** Reads `12` and `十二`; 0 for anything else. */
function readNumber(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const [tens = "", ones = ""] = text.includes("十") ? text.split("十") : ["", text];
  const ten = text.includes("十") ? (tens === "" ? 1 : DIGITS.indexOf(tens) + 1) : 0;
  return ten * 10 + (ones === "" ? 0 : DIGITS.indexOf(ones) + 1);
}
