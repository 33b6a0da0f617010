/**
 * The stemmer of M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980). The expressions count vowel-consonant groups, which the
 * paper calls the measure of a stem.
 */
const CONSONANTS = "[^aeiou][^aeiouy]*";
const VOWELS = "[aeiouy][aeiou]*";
const MEASURE_ABOVE_0 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`, "u");
const MEASURE_IS_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`, "u");
const MEASURE_ABOVE_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`, "u");
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?[aeiouy]`, "u");
const SHORT_ENDING = /^[^aeiou][^aeiouy]*[aeiouy][^aeiouwxy]$/u;

const DOUBLE_SUFFIXES: ReadonlyMap<string, string> = new Map([
  ...([
    ["ational", "ate"],
    ["tional", "tion"],
    ["enci", "ence"],
    ["anci", "ance"],
    ["izer", "ize"],
  ] as const),
  ...([
    ["bli", "ble"],
    ["alli", "al"],
    ["entli", "ent"],
    ["eli", "e"],
    ["ousli", "ous"],
  ] as const),
  ...([
    ["ization", "ize"],
    ["ation", "ate"],
    ["ator", "ate"],
    ["alism", "al"],
    ["iveness", "ive"],
  ] as const),
  ...([
    ["fulness", "ful"],
    ["ousness", "ous"],
    ["aliti", "al"],
    ["iviti", "ive"],
    ["biliti", "ble"],
  ] as const),
  ["logi", "log"],
]);
const SINGLE_SUFFIXES: ReadonlyMap<string, string> = new Map([
  ...([
    ["icate", "ic"],
    ["ative", ""],
    ["alize", "al"],
    ["iciti", "ic"],
    ["ical", "ic"],
  ] as const),
  ["ful", ""],
  ["ness", ""],
]);
const LAST_SUFFIXES: ReadonlyMap<string, string> = new Map(
  "al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize"
    .split(" ")
    .map((suffix) => [suffix, ""] as const),
);
const LONGEST_SUFFIX = 7;

/** Returns the stem of a lower-case English word: `relational`, `relate` and `relates` are one term. Other words are returned as they are. */
export function porterStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/u.test(word)) return word;
  // A "y" at the beginning is a consonant.
  const isY = word.startsWith("y");
  const stem = dropFinalE(dropLast(dropDerived(dropInflection(isY ? `Y${word.slice(1)}` : word))));
  return isY ? `y${stem.slice(1)}` : stem;
}

/** Plurals, past tenses and participles. */
function dropInflection(word: string): string {
  const singular = word.replace(/^(.+?)(ss|i)es$/u, "$1$2").replace(/^(.+?)([^s])s$/u, "$1$2");
  const stem = dropParticiple(singular);
  return stem.length > 1 && stem.endsWith("y") && HAS_VOWEL.test(stem.slice(0, -1))
    ? `${stem.slice(0, -1)}i`
    : stem;
}

function dropParticiple(word: string): string {
  const agreed = /^(.+?)eed$/u.exec(word)?.[1];
  if (agreed !== undefined) return MEASURE_ABOVE_0.test(agreed) ? word.slice(0, -1) : word;
  const stem = /^(.+?)(?:ed|ing)$/u.exec(word)?.[1];
  if (stem === undefined || !HAS_VOWEL.test(stem)) return word;
  if (/(?:at|bl|iz)$/u.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/u.test(stem)) return stem.slice(0, -1);
  return SHORT_ENDING.test(stem) ? `${stem}e` : stem;
}

function dropDerived(word: string): string {
  return replaceSuffix(replaceSuffix(word, DOUBLE_SUFFIXES), SINGLE_SUFFIXES);
}

function replaceSuffix(word: string, suffixes: ReadonlyMap<string, string>): string {
  const [stem, suffix] = splitSuffix(word, suffixes) ?? [];
  if (stem === undefined || suffix === undefined || !MEASURE_ABOVE_0.test(stem)) return word;
  return `${stem}${suffixes.get(suffix) ?? ""}`;
}

/** Splits a word at its longest suffix; undefined without one. */
function splitSuffix(
  word: string,
  suffixes: ReadonlyMap<string, string>,
): readonly [stem: string, suffix: string] | undefined {
  for (let length = Math.min(LONGEST_SUFFIX, word.length - 1); length > 1; length -= 1) {
    const suffix = word.slice(-length);
    if (suffixes.has(suffix)) return [word.slice(0, -length), suffix];
  }
  return undefined;
}

function dropLast(word: string): string {
  const stem = splitSuffix(word, LAST_SUFFIXES)?.[0] ?? /^(.+?[st])ion$/u.exec(word)?.[1];
  return stem !== undefined && MEASURE_ABOVE_1.test(stem) ? stem : word;
}

function dropFinalE(word: string): string {
  const stem = /^(.+?)e$/u.exec(word)?.[1];
  const drops =
    stem !== undefined &&
    (MEASURE_ABOVE_1.test(stem) || (MEASURE_IS_1.test(stem) && !SHORT_ENDING.test(stem)));
  const result = drops ? stem : word;
  return result.endsWith("ll") && MEASURE_ABOVE_1.test(result) ? result.slice(0, -1) : result;
}
