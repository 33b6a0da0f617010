import { analyzeText } from "../search/analyze-text.ts";
import { isGeneralWord } from "../search/word-forms.ts";
import { USED_ENTRY_SHARE } from "./tunables.ts";

/** True if an answer has words of an entry that the question lacks. Shared words suggest a use, they don't prove it. */
export function isUsed(
  content: string,
  turn: { readonly question: string; readonly answer: string },
): boolean {
  const asked = new Set(analyzeText(turn.question));
  const answered = new Set(analyzeText(turn.answer));
  const own = new Set(analyzeText(content).filter((term) => term.length > 1 && !isGeneralWord(term)));
  const added = [...own].filter((term) => !asked.has(term));
  if (added.length === 0) return false;
  return added.filter((term) => answered.has(term)).length / added.length >= USED_ENTRY_SHARE;
}
