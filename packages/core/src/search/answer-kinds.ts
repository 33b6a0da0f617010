/** Something that a question asks for, or a text holds, in a form that can be recognized: a time, an amount, a quoted title. */
export type AnswerKind = "time" | "amount" | "title";

const ASKED: Readonly<Record<AnswerKind, RegExp>> = {
  time: /\b(?:when|what (?:date|year|month|day|time)|how (?:long|often))\b|什么时候|何时|哪天|哪年|几月|几号|多久/iu,
  amount: /\bhow (?:many|much|long|often|old)\b|多少|几个|几次|几条|多久/iu,
  title:
    /\b(?:names?|title|titled|called|books?|movies?|films?|games?|songs?|series|shows?)\b|名字|书名|哪本|哪部|哪首/iu,
};

const HELD: Readonly<Record<AnswerKind, RegExp>> = {
  time: /\b(?:yesterday|today|tonight|tomorrow|last|ago|next|since|recently|weeks?|months?|years?|weekend|morning|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\d\d)\b|[昨今明后前]天|[上下]周|[上下]个?月|去年|今年|明年|\d\s*[年月日号]/iu,
  amount:
    /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|couple|few|several|first|second|third|once|twice)\b|[一二三四五六七八九十两\d]+[个次条年月天位本部首]/iu,
  title: /["“”《》「」]/u,
};

const KINDS: readonly AnswerKind[] = ["time", "amount", "title"];

/** Returns the kinds of answers that a query asks for. */
export function askedKinds(query: string): ReadonlySet<AnswerKind> {
  return new Set(KINDS.filter((kind) => ASKED[kind].test(query)));
}

/** Returns the kinds of answers that a text may hold. */
export function heldKinds(text: string): ReadonlySet<AnswerKind> {
  return new Set(KINDS.filter((kind) => HELD[kind].test(text)));
}
