import type { MemoryFields } from "../../ports/memory-store.ts";
import type { GateProblem } from "../entry-proposal.ts";

/** Beginnings of sentences that are about someone near the person. */
const RELATIVES =
  /^(?:(?:my|his|her|their|our|the user['’]s)\s+(?:wife|husband|partner|boss|manager|colleague|coworker|co-worker|teammate|friend|brother|sister|mother|father|mom|dad|son|daughter|child|client|customer|neighbou?r|cousin|roommate)\b|(?:我|他|她|用户)?的?(?:妻子|老婆|丈夫|老公|老板|经理|同事|朋友|哥哥|弟弟|姐姐|妹妹|妈妈|母亲|爸爸|父亲|儿子|女儿|孩子|客户|邻居|室友)(?!是(?:我|他|她)))/iu;
/** A name with a verb of preference or habit. The person is called the user, by a pronoun, or by a name that the entry gives as theirs. */
const NAMED =
  /^(\p{Lu}\p{Ll}+)(?:\s\p{Lu}\p{Ll}+)?\s+(?:prefers|likes|loves|hates|dislikes|wants|needs|uses|works|lives|speaks|owns|has|is|was|drinks|eats|plays|runs|said|says|asked|told)\b/u;
const PERSON_WORDS: ReadonlySet<string> = new Set(
  "The User They He She It Always Never Prefer Prefers Work Works Lives Use Uses Answer Call".split(" "),
);
const OWN_NAME =
  /\b(?:named|called|(?:user(?:['’]s)?|my|their|his|her)\s+name\s+is|name\s*:|goes by|i['’]?m|i am)\s+(\p{Lu}\p{Ll}+)/giu;

const ROLES =
  "wife|husband|partner|boss|manager|colleague|coworker|co-worker|teammate|friend|brother|sister|mother|father|mom|dad|son|daughter|child|client|customer|neighbou?r|cousin|roommate|intern|trainee|assistant|deputy|team|company|office";
/** Someone near the speaker, or a part of what is theirs. */
const NEAR = new RegExp(
  `\\b(?:my|our)\\s+(?:new\\s+|old\\s+)?(?:${ROLES})\\b|我们?(?:的|家|组|部门|公司|团队)?的?(?:同事|老婆|妻子|丈夫|老公|老板|经理|朋友|哥哥|弟弟|姐姐?|妹妹|妈妈?|母亲|爸爸?|父亲|儿子|女儿|孩子|客户|邻居|室友|实习生)|我们(?:组|部门|公司|团队|这)的`,
  "giu",
);
const SPEAKER = /\b(?:I|me|myself|mine|we|us|i['’](?:m|ve|d|ll))\b|我|咱|本人/iu;
/** Someone else as the subject of a sentence, or a person who is talked about. */
const OTHERS = new RegExp(
  `^(?:the|a|our|my)\\s+(?:new\\s+|old\\s+)?(?:${ROLES})\\b|\\b(?:he|she|his|her|hers|him)\\b|^(?:新来的)?(?:实习生|客户|老板|同事|经理)|[他她]`,
  "iu",
);
/** A name with a place and a verb in the third person: "Lena on my team speaks". */
const NAMED_WITH_PLACE = /^(\p{Lu}\p{Ll}+)\s+(?:on|in|from|at)\s+(?:my|our|the)\s+\w+\s+\p{Ll}+s\b/u;

/**
 * Finds what an entry about the person says of someone else. `personNames` are names of the person; names that the entry or its source give as
 * the person's own count too.
 */
export function findOtherSubjects(
  { type, name, description, content }: MemoryFields,
  { personNames, quote }: { readonly personNames: readonly string[]; readonly quote: string },
): readonly GateProblem[] {
  if (type !== "user") return [];
  const own = new Set(personNames.flatMap((full) => full.toLowerCase().split(/\s+/u)));
  for (const [, given = ""] of `${quote}\n${content}\n${description}\n${name}`.matchAll(OWN_NAME))
    own.add(given.toLowerCase());
  for (const sentence of [name, description, ...content.split(/(?<=[.!?。！？\n])\s*/u)]) {
    const found = otherSubject(sentence.trim(), own);
    if (found !== null) return [{ gate: "subject", found, instead: null }];
  }
  const speaker = quote === "" ? null : quotedSubject(quote, own);
  return speaker === null ? [] : [{ gate: "subject", found: speaker, instead: null }];
}

/**
 * Returns whom a quote is about if it never speaks of its speaker: an entry without a subject, such as "Works on Mondays", takes that of its quote. "My" and "our"
 * before someone else say nothing about the speaker.
 */
function quotedSubject(quote: string, own: ReadonlySet<string>): string | null {
  const said = quote.trim();
  if (SPEAKER.test(said.replace(NEAR, " "))) return null;
  const named = NAMED_WITH_PLACE.exec(said)?.[1];
  if (named !== undefined && !own.has(named.toLowerCase())) return named;
  const near = said.match(NEAR)?.[0];
  if (near !== undefined && said.startsWith(near)) return near;
  return OTHERS.exec(said)?.[0] ?? null;
}

function otherSubject(sentence: string, own: ReadonlySet<string>): string | null {
  const [relative] = RELATIVES.exec(sentence) ?? [];
  if (relative !== undefined) return relative;
  const named = NAMED.exec(sentence)?.[1];
  return named === undefined || PERSON_WORDS.has(named) || own.has(named.toLowerCase()) ? null : named;
}
