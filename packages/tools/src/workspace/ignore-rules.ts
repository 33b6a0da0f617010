import { join } from "node:path";
import type { IgnoreRules } from "../bounded/pattern-thread.ts";
import { readBounded } from "../bounded/read-bounded.ts";
import { IGNORE_FILE_MAX_BYTES } from "../tunables.ts";
import type { Fence } from "./fence.ts";
import { openFileInside } from "./open-inside.ts";

/** The ignore files that are read in every directory. */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".ignore"];

/**
 * Returns the ignore rules that apply inside `directory`, outermost first, given those of its parent. Files above IGNORE_FILE_MAX_BYTES do
 * not apply.
 */
export async function addIgnoreRules(
  fence: Fence,
  rules: readonly IgnoreRules[],
  directory: string,
): Promise<readonly IgnoreRules[]> {
  const names = directory === "" ? [".git/info/exclude", ...IGNORE_FILES] : IGNORE_FILES;
  const texts = await Promise.all(
    names.map((name) => readIgnoreFile(fence, join(fence.root, directory, name))),
  );
  const text = texts.filter((part) => part !== "").join("\n");
  return text === "" ? rules : [...rules, { id: directory, base: directory, text }];
}

/** Returns the ignore rules of every directory from the project folder down to `directory`. */
export async function readIgnoreRules(fence: Fence, directory: string): Promise<readonly IgnoreRules[]> {
  let rules = await addIgnoreRules(fence, [], "");
  const segments = directory === "" ? [] : directory.split("/");
  for (let depth = 1; depth <= segments.length; depth += 1) {
    rules = await addIgnoreRules(fence, rules, segments.slice(0, depth).join("/"));
  }
  return rules;
}

async function readIgnoreFile(fence: Fence, absolutePath: string): Promise<string> {
  const opened = await openFileInside(fence, absolutePath, "read");
  if (!opened.ok) return "";
  try {
    return (await readBounded(opened.handle, IGNORE_FILE_MAX_BYTES))?.toString("utf8") ?? "";
  } catch {
    return "";
  } finally {
    await opened.handle.close();
  }
}
