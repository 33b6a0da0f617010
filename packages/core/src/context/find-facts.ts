/** Runs of letters, digits and the signs inside ids, paths, dates and amounts; text in scripts without spaces ends one. */
const RUN = /[#$€£¥]?[\p{Script=Latin}\p{N}_][\p{Script=Latin}\p{N}_.,:/%@#-]*/gu;
const TRAILING = /[.,:/@#-]+$/u;
/** Commas separate facts, except in amounts. */
const SEPARATOR = /,(?!\d{3}(?:\D|$))/u;
const PATH = /\w\/\w/u;
const FILE_NAME = /^[\w-]+\.[a-z]{1,5}$/u;
const MIN_LENGTH = 4;
const MAX_LENGTH = 120;

/** A sum or a measurement: digits with signs, no letters. */
const AMOUNT = /^[#$€£¥]?[\d.,:%-]+$/u;

/** Returns facts with ids, paths and names before amounts, which are named by them; otherwise in their order. */
export function namesFirst(facts: readonly string[]): readonly string[] {
  return [...facts.filter((fact) => !AMOUNT.test(fact)), ...facts.filter((fact) => AMOUNT.test(fact))];
}

/** Returns at most `limit` of the accepted facts, ids, paths and names first; of amounts at most `amounts`. */
export function chooseFacts(
  facts: readonly string[],
  {
    limit,
    amounts,
    accepts,
  }: { readonly limit: number; readonly amounts: number; accepts(fact: string): boolean },
): readonly string[] {
  const isAmount = (fact: string): boolean => AMOUNT.test(fact);
  const chosen = firstOf(facts, limit, (fact) => !isAmount(fact) && accepts(fact));
  const most = Math.min(amounts, limit - chosen.length);
  return [...chosen, ...firstOf(facts, most, (fact) => isAmount(fact) && accepts(fact))];
}

/** The first facts that are accepted; asks about no others. */
function firstOf(
  facts: readonly string[],
  limit: number,
  accepts: (fact: string) => boolean,
): readonly string[] {
  const first: string[] = [];
  for (const fact of facts) {
    if (first.length >= limit) break;
    if (accepts(fact)) first.push(fact);
  }
  return first;
}

/**
 * Returns the facts of a text that no rewording replaces: words with a digit (ids, amounts, dates, versions) of four or more characters, paths and file
 * names. Each once, in order; at most `limit`.
 */
export function findFacts(text: string, limit: number): readonly string[] {
  const facts = new Set<string>();
  for (const [run] of text.matchAll(RUN))
    for (const part of run.split(SEPARATOR)) {
      const word = part.length > MAX_LENGTH ? "" : part.replace(TRAILING, "");
      const isId = word.length >= MIN_LENGTH && /\d/u.test(word);
      if (isId || PATH.test(word) || FILE_NAME.test(word)) facts.add(word);
      if (facts.size >= limit) return [...facts];
    }
  return [...facts];
}
