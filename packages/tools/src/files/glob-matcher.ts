import picomatch from "picomatch";
import { GLOB_MAX_GLOBSTARS, GLOB_MAX_LENGTH, GLOB_MAX_STARS_PER_SEGMENT } from "../tunables.ts";

/** `matches` takes a path relative to where the search began. `wantsHidden` is true when the pattern itself names a hidden entry. */
export type GlobMatcher =
  | { readonly ok: true; readonly wantsHidden: boolean; matches(path: string): boolean }
  | { readonly ok: false; readonly message: string };

/**
 * Compiles a glob: `*`, `**`, `?`, `[a-z]`, `{a,b}`. A pattern without `/` matches names at any depth. Patterns that could take
 * exponential time to match are refused.
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
  const wantsHidden = options.includeHidden || segments.some((segment) => /^\{?\.[^./]/.test(segment));
  const anywhere = segments.length === 1 && glob !== "**" ? `**/${glob}` : glob;
  const matches = picomatch(anywhere, { dot: wantsHidden, noextglob: true, nonegate: true });
  return { ok: true, wantsHidden, matches: (path) => matches(path) };
}
