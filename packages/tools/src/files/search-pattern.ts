import { compiles } from "../bounded/compiles.ts";
import { GREP_MAX_PATTERN_LENGTH } from "../tunables.ts";

export type SearchPattern =
  | { readonly ok: true; readonly source: string; readonly flags: string }
  | { readonly ok: false; readonly message: string };

/** Translates a pattern in ripgrep's syntax: supports `(?i)` at the start and `(?P<name>…)`; `literal` escapes every character. */
export function createSearchPattern(
  pattern: string,
  options: { readonly literal: boolean; readonly ignoreCase: boolean },
): SearchPattern {
  if (pattern.length > GREP_MAX_PATTERN_LENGTH) {
    return {
      ok: false,
      message: `The pattern is longer than ${String(GREP_MAX_PATTERN_LENGTH)} characters. Search for a shorter part.`,
    };
  }
  const inline = options.literal ? null : /^\(\?([ims]+)\)/.exec(pattern);
  const body = pattern.slice(inline?.[0].length ?? 0);
  const source = options.literal
    ? body.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
    : body.replaceAll("(?P<", "(?<");
  const caseFlag = options.ignoreCase || (inline?.[1]?.includes("i") ?? false) ? "i" : "";
  // With "u", characters outside the basic plane count as one; some harmless escapes are valid only without it.
  for (const flags of [`${caseFlag}u`, caseFlag]) {
    if (compiles(source, flags)) return { ok: true, source, flags };
  }
  return {
    ok: false,
    message: `"${pattern}" is not a valid regular expression. Escape special characters with \\ or set literal to true.`,
  };
}
