import type { SkillProblem } from "./skill-problem.ts";

/** Characters that are not text. Databases and terminals do not accept some of them. Half a surrogate pair is one too. */
// eslint-disable-next-line no-control-regex -- these are the control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u;
/**
 * Tag characters spell ASCII that no one sees, and that models read. Without a flag in front of them, which is the one thing that they are for,
 * they hide text from the person who reviews a skill.
 */
const TAGS = /(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0000}-\u{E007F}]|[\u{E0020}-\u{E007E}]{8}/u;
/** Characters without a width, and those that show text in another order than it has. Joiners and marks of direction belong to languages. */
const UNSEEN = /[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069]|(?!^)\ufeff/u;

const KINDS = [
  { code: "control_characters", pattern: CONTROL },
  { code: "hidden_text", pattern: TAGS },
  { code: "hidden_characters", pattern: UNSEEN },
] as const;

/** Returns what a person who reads the text of a SKILL.md would not see, each kind with the line where it first occurs. */
export function findHiddenText(source: string): readonly SkillProblem[] {
  const lines = source.split(/\r\n?|\n/u);
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
