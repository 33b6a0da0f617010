import { commandOf, isReading, type Receipt } from "./receipt-kinds.ts";

/** A command that discards changes of files, and not one that only makes a branch, takes files out of the index, or shows its effect. */
const DISCARDS =
  /\bgit (?:checkout(?! (?:-q )?(?:-[bB]\b|--orphan))|restore(?![^;&|]* (?:--staged|-S)\b(?![^;&|]*(?:--worktree|-W)\b))|reset\b[^;&|]*--hard|stash(?! (?:pop|apply|list|show|drop|clear|create|branch))|clean(?! (?:-\w*n|--dry-run))|revert)\b/gu;
const DISCARDS_ALL =
  /^git (?:reset\b[^;&|]*--hard|stash(?![^;&|]* -- )(?! push (?:[^-\s]|-\w+ [^-\s])[^;&|]*\.\w)|(?:checkout|restore)(?: --)? (?:\.|:\/)(?:\s|$))/u;
const BRINGS_BACK = /\bgit stash (?:pop|apply)\b/gu;
const COMMITS = /\bgit (?:-\S+ \S+ )*commit\b/gu;
/** A reset to an earlier commit, which discards the later ones too. */
const DROPS_COMMITS = /\bgit reset\b[^;&|]*(?:~|\^|@\{)/u;
const NOTHING_DISCARDED = /\bNo local changes to save\b/u;
/** Quoted words, such as a message: they are not run. */
const QUOTED_WORDS = /"[^"]*\s[^"]*"|'[^']*\s[^']*'/gu;
const WORD = /[^\s;&|"'()]+/gu;

/** One act of git, in the order in which they ran. */
type Act = { readonly kind: "discard" | "back" | "commit"; readonly text: string };

/** True if a later command discarded the change of a file, which was neither committed before nor brought back. */
export function isDiscarded(
  receipts: readonly Receipt[],
  { sequence, path }: { readonly sequence: number; readonly path: string },
): boolean {
  let isCommitted = false;
  let isGone = false;
  for (const receipt of receipts) {
    if (receipt.sequence <= sequence || receipt.isFailure || isReading(receipt)) continue;
    for (const { kind, text } of actsOf(receipt)) {
      if (kind === "commit") isCommitted = true;
      else if (kind === "back") isGone = false;
      else if ((!isCommitted || DROPS_COMMITS.test(text)) && concerns(text, path)) isGone = true;
    }
  }
  return isGone;
}

function actsOf(receipt: Receipt): readonly Act[] {
  const command = commandOf(receipt).replace(QUOTED_WORDS, '""');
  const found = (kind: Act["kind"], pattern: RegExp): readonly (Act & { readonly at: number })[] =>
    [...command.matchAll(pattern)].map(({ index }) => ({
      ...{ kind, at: index },
      text: command.slice(index).split(/[;&|\n]/u)[0] ?? "",
    }));
  const discards = NOTHING_DISCARDED.test(receipt.output) ? [] : found("discard", DISCARDS);
  return [...discards, ...found("back", BRINGS_BACK), ...found("commit", COMMITS)].sort(
    (left, right) => left.at - right.at,
  );
}

function concerns(text: string, path: string): boolean {
  return DISCARDS_ALL.test(text) || (text.match(WORD) ?? []).some((word) => isPath(word, path));
}

function isPath(word: string, path: string): boolean {
  return word === path || word === `./${path}` || (word.startsWith("/") && word.endsWith(`/${path}`));
}
