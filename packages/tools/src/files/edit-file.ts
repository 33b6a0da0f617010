import { defineTool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { EDIT_MAX_WORK_BYTES } from "../tunables.ts";
import { applyEdit, type FileEdit } from "./apply-edit.ts";
import { changeFile, loadForChange } from "./change-file.ts";
import { decodeText, detectEncoding, encodeText } from "./text-encoding.ts";

const line = z.int().min(1);
const edit = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("replace"),
    old_text: z.string().min(1).describe("Exactly as in the file, without line numbers."),
    new_text: z.string(),
    replace_all: z.boolean().default(false).describe("Otherwise old_text must occur once."),
  }),
  z.object({
    type: z.literal("insert_lines"),
    after_line: z.int().min(0).describe("0 inserts at the start."),
    text: z.string(),
  }),
  z.object({
    type: z.literal("replace_lines"),
    from_line: line,
    to_line: line.describe("The last line, included."),
    text: z.string(),
  }),
  z.object({
    type: z.literal("delete_lines"),
    from_line: line,
    to_line: line.describe("The last line, included."),
  }),
]);

const input = z.object({
  path: z.string().min(1).describe("Relative to the project folder."),
  edits: z
    .array(edit)
    .min(1)
    .max(50)
    .describe("Applied in order, each to the result of those before; all or nothing."),
});

/** Edits parts of a text file, preserving its encoding, byte order mark and line ends. */
export const editFileTool = defineTool({
  name: "edit_file",
  inSmallWindows: "first",
  description:
    "Changes parts of a file that was read before with read_file: replaces exact text, or inserts, replaces or deletes lines by number. Prefer replace. " +
    "Line numbers of a later edit refer to the file after the earlier edits.",
  input,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  subject: { kind: "path", field: "path" },
  async execute({ path, edits }, context): Promise<ToolResult> {
    const title = `Edit ${path}`;
    const loaded = await loadForChange(context, path);
    if (!loaded.ok) return errorResult(title, `Cannot edit "${path}": ${loaded.message}`);
    const before = loaded.target.before;
    if (before === null)
      return errorResult(
        title,
        `There is no file "${path}". Create it with write_file, or search with glob_files.`,
      );
    const after = editBytes(before.bytes, edits);
    if (!after.ok) return errorResult(title, `Cannot edit "${path}": ${after.message} Nothing was changed.`);
    return changeFile(context, loaded.target, after.bytes);
  },
});

type EditBytesResult =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly message: string };

function editBytes(bytes: Buffer, edits: readonly FileEdit[]): EditBytesResult {
  const encoding = detectEncoding(bytes, true);
  if (encoding === null) return { ok: false, message: "It is a binary file." };
  if (bytes.length * edits.length > EDIT_MAX_WORK_BYTES) {
    const most = Math.floor(EDIT_MAX_WORK_BYTES / bytes.length);
    return { ok: false, message: `A file of this size takes at most ${String(most)} edits per call.` };
  }
  const original = decodeText(bytes, encoding);
  // A file that does not round-trip unchanged would be damaged in places that no edit touches.
  if (encodeText(original, encoding)?.equals(bytes) !== true)
    return { ok: false, message: `Its ${encoding} text is malformed.` };
  let text = original;
  for (const [index, step] of edits.entries()) {
    const edited = applyEdit(text, step);
    if (!edited.ok)
      return {
        ok: false,
        message: edits.length === 1 ? edited.message : `Edit ${String(index + 1)}: ${edited.message}`,
      };
    text = edited.text;
  }
  const encoded = encodeText(text, encoding);
  if (encoded === null)
    return {
      ok: false,
      message: `The file is encoded as ${encoding}, which cannot represent a character of the new text. Use other characters, or write the whole file with write_file (UTF-8).`,
    };
  return { ok: true, bytes: encoded };
}
