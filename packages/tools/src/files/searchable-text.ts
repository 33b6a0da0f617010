import { readBounded } from "../bounded/read-bounded.ts";
import { GREP_MAX_FILE_BYTES } from "../tunables.ts";
import type { Fence } from "../workspace/fence.ts";
import { openFileInside } from "../workspace/open-inside.ts";
import { decodeText, detectEncoding } from "./text-encoding.ts";

export type SearchableText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary" | "too_large" | "linked" | "unreadable" };

/** Reads the text of a file for searching, in any supported encoding. */
export async function readSearchableText(fence: Fence, absolutePath: string): Promise<SearchableText> {
  const opened = await openFileInside(fence, absolutePath, "read");
  if (!opened.ok) return { kind: opened.isLinked ? "linked" : "unreadable" };
  try {
    const bytes = await readBounded(opened.handle, GREP_MAX_FILE_BYTES);
    if (bytes === undefined) return { kind: "too_large" };
    const encoding = detectEncoding(bytes, true);
    return encoding === null ? { kind: "binary" } : { kind: "text", text: decodeText(bytes, encoding) };
  } catch {
    return { kind: "unreadable" };
  } finally {
    await opened.handle.close();
  }
}
