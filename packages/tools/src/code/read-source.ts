import { readBounded } from "../bounded/read-bounded.ts";
import { decodeText, detectEncoding } from "../files/text-encoding.ts";
import type { Fence } from "../workspace/fence.ts";
import { openFileInside } from "../workspace/open-inside.ts";
import { type CodeLanguage, languageOf, LANGUAGE_NAMES } from "./languages.ts";
import { CODE_MAX_FILE_BYTES } from "./tunables.ts";

/** A source file. */
export type Source = { readonly path: string; readonly language: CodeLanguage; readonly text: string };

export type SourceResult =
  | { readonly ok: true; readonly source: Source }
  /** `message`: why it cannot be parsed, as a sentence. */
  | { readonly ok: false; readonly message: string };

/** Reads a source file of the project. `path` is relative to the project folder. */
export async function readSource(fence: Fence, absolute: string, path: string): Promise<SourceResult> {
  const language = languageOf(path);
  if (language === undefined)
    return failed(`Its language is not known. Known: ${LANGUAGE_NAMES.join(", ")}.`);
  const opened = await openFileInside(fence, absolute, "read");
  if (!opened.ok) return opened;
  try {
    const bytes = await readBounded(opened.handle, CODE_MAX_FILE_BYTES);
    if (bytes === undefined) return failed(`It is larger than ${String(CODE_MAX_FILE_BYTES)} bytes.`);
    const encoding = detectEncoding(bytes, true);
    if (encoding === null) return failed("It is a binary file.");
    return { ok: true, source: { path, language, text: decodeText(bytes, encoding) } };
  } finally {
    await opened.handle.close();
  }
}

function failed(message: string): SourceResult {
  return { ok: false, message };
}
