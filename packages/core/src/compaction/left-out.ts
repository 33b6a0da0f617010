import { findFacts, namesFirst } from "../context/find-facts.ts";
import { reportedError } from "../context/reported-error.ts";

/** Only this many characters at each end of a long text are searched. */
const SEARCHED_CHARACTERS = 20_000;
const MAX_FACTS = 600;

/**
 * Returns what an agent most likely needs of the part of a result that is left out, on one line of at most `characters` characters: the line that
 * reports an error, then facts, names before amounts. `shown` is the part that is not left out; its facts are not repeated. Empty if there is
 * nothing of this kind.
 */
export function leftOutFacts(leftOut: string, shown: string, characters: number): string {
  const searched =
    leftOut.length <= SEARCHED_CHARACTERS * 2
      ? leftOut
      : `${leftOut.slice(0, SEARCHED_CHARACTERS)}\n${leftOut.slice(-SEARCHED_CHARACTERS)}`;
  let line = reportedError(searched) ?? "";
  if (line.length > characters) return "";
  for (const fact of namesFirst(findFacts(searched, MAX_FACTS))) {
    // Only as many facts are looked for in the shown part as fit, because that takes longest.
    if (shown.includes(fact)) continue;
    const longer = line === "" ? fact : `${line} ${fact}`;
    if (longer.length > characters) break;
    line = longer;
  }
  return line;
}
