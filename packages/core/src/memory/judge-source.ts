import { analyzeText } from "../search/analyze-text.ts";
import { isGeneralWord } from "../search/word-forms.ts";
import type { SeenText } from "../ports/tool.ts";
import type { MemoryFields } from "../ports/memory-store.ts";
import { SOURCE_TUNING } from "./tunables.ts";

/** The origin of an entry's words. `sequence` is the entry of the log with the words; null if no single one has them. */
export type JudgedSource =
  | { readonly kind: "person"; readonly sequence: number | null }
  | { readonly kind: "run"; readonly sequence: number | null }
  | { readonly kind: "untrusted"; readonly sequence: number | null }
  | { readonly kind: "memory" }
  | { readonly kind: "runtime" };

/** Labels of the parts of entries, and words about remembering: they are in every entry. */
const FRAME: ReadonlySet<string> = new Set(
  analyzeText("rule why how to apply user person prefers remember always 规则 原因 适用 用户 记住 喜欢"),
);
/** Requests to remember, and rules: what people say when they teach something. */
const TEACHES =
  /\b(?:remember|note that|from now on|in future|always|never|prefer|i['’]m|i am|my name|call me|we use|don['’]t|do not|please)\b|记住|记下|以后|今后|总是|从不|不要|别|喜欢|习惯|我是|我叫|我们用|请/iu;

/**
 * Decides whose words an entry repeats. Words that only an untrusted text has are untrusted even if the person's message is quoted; so is everything
 * that the person did not say while such a text is in view. Words that only a recalled entry or the runtime's own texts have are not new.
 */
export function judgeSource(fields: MemoryFields, quote: string, seen: readonly SeenText[]): JudgedSource {
  const said = seen.filter(({ origin }) => origin === "person");
  const untrusted = seen.filter(({ origin }) => origin === "untrusted");
  const claim = claimTerms(fields);
  const person = termsOf(said);
  const quoted = findQuote(quote, said);
  const support = share(claim, person);
  const borrowed = new Set([...claim].filter((term) => !person.has(term)));
  const lender = mostShared(borrowed, untrusted);
  if (lender !== null && isBorrowed(claim, lender.count))
    return { kind: "untrusted", sequence: lender.text.sequence };
  if (quoted === null && findQuote(quote, untrusted) !== null)
    return { kind: "untrusted", sequence: findQuote(quote, untrusted)?.sequence ?? null };
  if (quoted !== null && (support >= SOURCE_TUNING.quotedShare || TEACHES.test(quote)))
    return { kind: "person", sequence: quoted.sequence };
  if (support >= SOURCE_TUNING.saidShare)
    return { kind: "person", sequence: mostShared(claim, said)?.text.sequence ?? null };
  for (const origin of ["memory", "runtime"] as const) {
    const own = seen.filter((text) => text.origin === origin);
    if (share(borrowed, termsOf(own)) >= SOURCE_TUNING.restatedShare || findQuote(quote, own) !== null)
      return { kind: origin };
  }
  if (untrusted.length > 0) return { kind: "untrusted", sequence: lender?.text.sequence ?? null };
  return { kind: "run", sequence: mostShared(claim, seen)?.text.sequence ?? null };
}

/**
 * Returns the untrusted text from which a line was borrowed: one with many of its words, or with the line itself, that the person did not say. Null
 * for other lines. For texts of many lines, in which a single borrowed one is too small a share to be noticed.
 */
export function findLender(line: string, seen: readonly SeenText[]): SeenText | null {
  const claim = meaningful(line);
  const said = seen.filter(({ origin }) => origin === "person");
  const untrusted = seen.filter(({ origin }) => origin === "untrusted");
  const person = termsOf(said);
  const lender = mostShared(new Set([...claim].filter((term) => !person.has(term))), untrusted);
  if (lender !== null && isBorrowed(claim, lender.count)) return lender.text;
  // One other word may turn what the person said into its opposite.
  const words = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/u, "");
  const isCopied = claim.size >= SOURCE_TUNING.minBorrowedTerms && findQuote(words, said) === null;
  return isCopied ? findQuote(words, untrusted) : null;
}

function isBorrowed(claim: ReadonlySet<string>, count: number): boolean {
  const { minBorrowedTerms, borrowedShare } = SOURCE_TUNING;
  return count >= minBorrowedTerms && count / Math.max(1, claim.size) >= borrowedShare;
}

/** The words of an entry that say something. */
function claimTerms({ name, description, content }: MemoryFields): ReadonlySet<string> {
  const terms = meaningful(`${name}\n${description}\n${content}`);
  for (const term of FRAME) terms.delete(term);
  return terms;
}

function termsOf(texts: readonly SeenText[]): ReadonlySet<string> {
  return new Set(texts.flatMap(({ text }) => [...meaningful(text)]));
}

/** Single characters are parts of words, and general words are in every text. */
function meaningful(text: string): Set<string> {
  return new Set(analyzeText(text).filter((term) => term.length > 1 && !isGeneralWord(term)));
}

function share(terms: ReadonlySet<string>, in_: ReadonlySet<string>): number {
  return terms.size === 0 ? 0 : [...terms].filter((term) => in_.has(term)).length / terms.size;
}

function mostShared(
  terms: ReadonlySet<string>,
  texts: readonly SeenText[],
): { readonly text: SeenText; readonly count: number } | null {
  let best: { readonly text: SeenText; readonly count: number } | null = null;
  for (const text of texts) {
    const own = meaningful(text.text);
    const count = [...terms].filter((term) => own.has(term)).length;
    if (count > (best?.count ?? 0)) best = { text, count };
  }
  return best;
}

function findQuote(quote: string, texts: readonly SeenText[]): SeenText | null {
  const wanted = normalize(quote);
  if (wanted === "") return null;
  return texts.find(({ text }) => normalize(text).includes(wanted)) ?? null;
}

/** Quotes differ from their source in case, spaces and punctuation. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
