import ignore, { type Ignore } from "ignore";
import { join } from "node:path";
import type { Fence } from "./fence.ts";
import { openFileInside } from "./open-inside.ts";

/** The ignore rules of one directory. `base` is relative to the project folder; "" is the folder itself. */
export type IgnoreLayer = { readonly base: string; readonly rules: Ignore };

/** The ignore files that are read in every directory. */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".ignore"];

/** Returns the ignore layers that apply inside `directory`, outermost first, given those of its parent. */
export async function addIgnoreLayer(
  fence: Fence,
  layers: readonly IgnoreLayer[],
  directory: string,
): Promise<readonly IgnoreLayer[]> {
  const names = directory === "" ? [".git/info/exclude", ...IGNORE_FILES] : IGNORE_FILES;
  const texts = await Promise.all(
    names.map((name) => readIgnoreFile(fence, join(fence.root, directory, name))),
  );
  const text = texts.filter((part) => part !== "").join("\n");
  return text === "" ? layers : [...layers, { base: directory, rules: ignore().add(text) }];
}

/** Returns the ignore layers of every directory from the project folder down to `directory`. */
export async function readIgnoreLayers(fence: Fence, directory: string): Promise<readonly IgnoreLayer[]> {
  let layers = await addIgnoreLayer(fence, [], "");
  const segments = directory === "" ? [] : directory.split("/");
  for (let depth = 1; depth <= segments.length; depth += 1) {
    layers = await addIgnoreLayer(fence, layers, segments.slice(0, depth).join("/"));
  }
  return layers;
}

/** Applies Git's rule: the innermost file that matches a path decides. */
export function isIgnored(layers: readonly IgnoreLayer[], path: string, isDirectory: boolean): boolean {
  for (const layer of layers.toReversed()) {
    const inner = layer.base === "" ? path : path.slice(layer.base.length + 1);
    const verdict = layer.rules.test(isDirectory ? `${inner}/` : inner);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

async function readIgnoreFile(fence: Fence, absolutePath: string): Promise<string> {
  const opened = await openFileInside(fence, absolutePath, "read");
  if (!opened.ok) return "";
  try {
    return await opened.handle.readFile("utf8");
  } catch {
    return "";
  } finally {
    await opened.handle.close();
  }
}
