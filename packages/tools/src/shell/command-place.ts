import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { CommandPlace } from "./read-command.ts";

/** Returns the place of a command in a project folder; without one every path leads outside. `shown`: folders outside that commands see there. */
export function commandPlace(
  folder: string | null,
  isContained: boolean,
  shown: readonly string[] = [],
): CommandPlace {
  return {
    ...{ isContained, shown },
    resolve: async (path) => {
      if (folder === null) return [isAbsolute(path) ? path : `../${path}`];
      const root = await realpath(folder).catch(() => folder);
      const written = inside(folder, resolve(folder, path));
      const real = inside(root, await realOf(isAbsolute(path) ? sep : root, path));
      return written === real ? [written] : [written, real];
    },
  };
}

/** A path relative to the folder with `/`; unchanged when it leads outside. */
function inside(folder: string, absolute: string): string {
  const path = relative(folder, absolute).split(sep).join("/");
  if (path === "") return ".";
  return path === ".." || path.startsWith("../") ? absolute : path;
}

/**
 * Follows a path from a real folder as the system does: `..` leads out of where a link leads, not out of the folder that holds the link. Parts that
 * do not exist stay as they are.
 */
async function realOf(start: string, path: string): Promise<string> {
  let current = start;
  for (const part of path.split(sep)) {
    if (part === "" || part === ".") continue;
    const next = part === ".." ? dirname(current) : join(current, part);
    current = await realpath(next).catch(() => next);
  }
  return current;
}
