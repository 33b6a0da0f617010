import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
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
      const absolute = resolve(folder, path);
      const written = inside(folder, absolute);
      const real = inside(root, await realOf(absolute));
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

/** Follows the links of the part of a path that exists. */
async function realOf(absolute: string): Promise<string> {
  const missing: string[] = [];
  for (let current = absolute; ; current = dirname(current)) {
    const real = await realpath(current).catch(() => null);
    if (real !== null) return join(real, ...missing);
    if (current === dirname(current)) return absolute;
    missing.unshift(basename(current));
  }
}
