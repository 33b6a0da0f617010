import { posix } from "node:path";
import type { StaticWord } from "./static-word.ts";

/** The paths that a word may name: itself, the value of an option, and what follows a colon, as in `HEAD:file`. */
export function wordPaths({ text }: StaticWord): readonly string[] {
  const values = [
    text.slice(text.indexOf("=") + 1),
    text.slice(text.indexOf(":") + 1),
    text.replace(/^@/u, ""),
  ];
  const attached = /^-[A-Za-z]./u.test(text) ? [text.slice(2)] : [];
  const all = text.startsWith("-")
    ? [...values, ...attached].filter((value) => value !== text)
    : [text, ...values];
  return [...new Set(all)].filter((path) => path !== "" && !path.includes("\n"));
}

/** True for a path in the folder for temporary files, of which each command in the sandbox has one of its own, empty at its start. */
export function isTemporary(path: string): boolean {
  const normalized = posix.normalize(path);
  return normalized === "/tmp" || normalized.startsWith("/tmp/");
}

/** Folders of persons and of their data. Other folders may be shown, or be no path at all but a word that looks like one. */
const PERSONAL = /^\/(?:home|root|Users|mnt|media|srv|var(?!\/tmp(?:\/|$)))(?:\/|$)/u;
/** Folders of programs, of version managers and of git's data, which a sandbox may show wherever they are. */
const MAY_BE_SHOWN =
  /\/(?:bin|\.git|\.?(?:pyenv|nvm|asdf|volta|rbenv|nodenv|goenv|sdkman|bun|deno|cargo|rustup|fnm)|node_modules)(?:\/|$)/u;

/** True for a path outside the project folder that a sandbox surely does not show, which shows the folders `shown` besides those of the system. */
export function isOutOfSight(path: string, shown: readonly string[]): boolean {
  const normalized = posix.normalize(path).replace(/^\/\//u, "/");
  if (!normalized.startsWith("/") || MAY_BE_SHOWN.test(normalized)) return false;
  // A folder above one that is shown is there, with nothing else in it.
  const isNear = shown.some((folder) => isWithin(folder, normalized) || isWithin(normalized, folder));
  return PERSONAL.test(normalized) && !isNear;
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** True for a path among the programs and libraries of the system, which a sandbox shows and which hold no secrets. */
export function isOfSystem(path: string): boolean {
  const normalized = posix.normalize(path).replace(/^\/\//u, "/");
  return /^\/usr(?:\/|$)/u.test(normalized) && !/^\/usr\/local\/etc(?:\/|$)/u.test(normalized);
}

/**
 * Why a path is not one that commands may use unasked, as the end of a sentence; null if it may. `path` is relative to the project folder.
 * `isPattern`: it may be a pattern for files, such as `.e*`; otherwise a filter such as `.[].name` names nothing.
 */
export function pathProblem(path: string, { isPattern }: { readonly isPattern: boolean }): string | null {
  if (path === "/dev/null") return null;
  const normalized = posix.normalize(path);
  if (normalized.startsWith("/") || normalized === ".." || normalized.startsWith("../"))
    return "names a path outside the project folder";
  const isSecret = normalized.split("/").some((segment) => {
    const name = segment.toLowerCase();
    return (
      /^\.env(?:rc$|$|\.(?!example$|sample$|template$|dist$))/u.test(name) ||
      (isPattern && /^\.[^./]*[*?[]/u.test(name))
    );
  });
  return isSecret ? "may name an environment file" : null;
}
