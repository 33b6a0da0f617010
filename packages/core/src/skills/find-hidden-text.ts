import type { SkillProblem } from "./skill-problem.ts";

/** Characters that are not text. Databases and terminals do not accept some of them. Half a surrogate pair is one too. */
// eslint-disable-next-line no-control-regex -- these are the control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u;
/** The flags that are spelled with tag characters: those of England, Scotland and Wales. */
const TAG_FLAGS =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;
/**
 * Tag characters spell ASCII, and runs of variation selectors any bytes, that no one sees and that models read. Outside the flags, and the one
 * selector that chooses a form of the character before it, they hide text from the person who reviews a skill.
 */
const HIDDEN_TEXT =
  /[\u{E0000}-\u{E007F}]|[\ufe00-\ufe0f\u{E0100}-\u{E01EF}]{2}|(?<!\p{Ideographic})[\u{E0100}-\u{E01EF}]/u;
/** Characters without a width, and those that show text in another order than it has. Joiners and marks of direction belong to languages. */
const UNSEEN = /[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069]|(?!^)\ufeff/u;

const KINDS = [
  { code: "control_characters", pattern: CONTROL },
  { code: "hidden_text", pattern: HIDDEN_TEXT },
  { code: "hidden_characters", pattern: UNSEEN },
] as const;

/** Returns what a person who reads the text of a SKILL.md would not see, each kind with the line where it first occurs. */
export function findHiddenText(source: string): readonly SkillProblem[] {
  // A space for each, so that nothing else becomes a flag.
  const lines = source.replaceAll(TAG_FLAGS, " ").split(/\r\n?|\n/u);
  return KINDS.flatMap(({ code, pattern }) => {
    const line = lines.findIndex((text) => pattern.test(text));
    if (line === -1) return [];
    const [found = ""] = pattern.exec(lines[line] ?? "") ?? [];
    return [{ code, line: line + 1, found: `U+${hex(found)}` }];
  });
}

function hex(found: string): string {
  return (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
