import picomatch from "picomatch";
import { GLOB_MAX_GLOBSTARS, GLOB_MAX_LENGTH, GLOB_MAX_STARS_PER_SEGMENT } from "../tunables.ts";

/**
 * A compiled glob. `matches` takes a path relative to the start of the search. `includesHidden` is true when hidden entries were requested
 * or the pattern names one.
 */
export type GlobMatcher =
  | { readonly ok: true; readonly includesHidden: boolean; matches(path: string): boolean }
  | { readonly ok: false; readonly message: string };

/**
 * Compiles a glob: `*`, `**`, `?`, `[a-z]`, `{a,b}`. A pattern without `/` matches names at any depth. Patterns that could take exponential
 * time are rejected.
 */
export function createGlobMatcher(
  pattern: string,
  options: { readonly includeHidden: boolean },
): GlobMatcher {
  const glob = pattern.replace(/^\.\//, "");
  if (glob.length > GLOB_MAX_LENGTH)
    return { ok: false, message: `The pattern is longer than ${String(GLOB_MAX_LENGTH)} characters.` };
  if (glob.startsWith("/") || glob.split("/").includes("..")) {
    return { ok: false, message: 'The pattern must be relative and without "..", like "src/**/*.ts".' };
  }
  const segments = glob.split("/");
  const globstars = segments.filter((segment) => segment.includes("**")).length;
  const stars = Math.max(...segments.map((segment) => segment.replaceAll("**", "*").split("*").length - 1));
  if (globstars > GLOB_MAX_GLOBSTARS || stars > GLOB_MAX_STARS_PER_SEGMENT) {
    return { ok: false, message: "The pattern has too many wildcards. Use fewer * in one part of the path." };
  }
  const includesHidden = options.includeHidden || segments.some((segment) => /^\{?\.[^./]/.test(segment));
  const pathGlob = segments.length === 1 && glob !== "**" ? `**/${glob}` : glob;
  const matches = picomatch(pathGlob, { dot: includesHidden, noextglob: true, nonegate: true });
  return { ok: true, includesHidden, matches: (path) => matches(path) };
}
