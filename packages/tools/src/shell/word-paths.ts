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

/** Why a path is not one that commands may use unasked, as the end of a sentence; null if it may. `path` is relative to the project folder. */
export function pathProblem(path: string): string | null {
  if (path === "/dev/null") return null;
  const normalized = posix.normalize(path);
  if (normalized.startsWith("/") || normalized === ".." || normalized.startsWith("../"))
    return "names a path outside the project folder";
  const isSecret = normalized.split("/").some((segment) => {
    const name = segment.toLowerCase();
    return (
      /^\.env(?:rc$|$|\.(?!example$|sample$|template$|dist$))/u.test(name) || /^\.[^./]*[*?[]/u.test(name)
    );
  });
  return isSecret ? "may name an environment file" : null;
}
