import type { Glob } from "../bounded/pattern-thread.ts";
import { GLOB_MAX_LENGTH } from "../tunables.ts";

/** `includesHidden` is true when hidden entries were requested or the pattern names one. */
export type ParsedGlob =
  | { readonly ok: true; readonly glob: Glob; readonly includesHidden: boolean }
  | { readonly ok: false; readonly message: string };

/**
 * Checks a glob: `*`, `**`, `?`, `[a-z]`, `{a,b}`. A pattern without `/` matches names at any depth. It applies to paths relative to the
 * start of the search, and may take exponential time to match.
 */
export function parseGlob(pattern: string, options: { readonly includeHidden: boolean }): ParsedGlob {
  const relative = pattern.replace(/^\.\//, "");
  if (relative.length > GLOB_MAX_LENGTH)
    return { ok: false, message: `The pattern is longer than ${String(GLOB_MAX_LENGTH)} characters.` };
  const segments = relative.split("/");
  if (relative.startsWith("/") || segments.includes(".."))
    return { ok: false, message: 'The pattern must be relative and without "..", like "src/**/*.ts".' };
  const includesHidden = options.includeHidden || segments.some((segment) => /^\{?\.[^./]/.test(segment));
  const anyDepth = segments.length === 1 && relative !== "**" ? `**/${relative}` : relative;
  return { ok: true, glob: { pattern: anyDepth, dot: includesHidden }, includesHidden };
}

/** Explains to the model that a glob has taken too long. */
export const SLOW_GLOB =
  "The glob took too long to match. Use fewer wildcards and alternatives, without repetitions like (a+)+.";
/** Explains to the model why files may be missing. */
export const HIDDEN_PATHS =
  "Permission rules may keep files from this search. Use a path with the tool that needs it, so that a person is asked where rules allow that.";
/** Explains to the model that ignore rules have taken too long. */
export const SLOW_IGNORE_FILES =
  "The rules of .gitignore or .ignore took too long to match, so ignored files are included.";
