import { countOf } from "@goaltrace/core/log";
import { defineTool, type ToolContext, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { z } from "zod";
import {
  ENCODING_SAMPLE_BYTES,
  READ_DEFAULT_LINES,
  READ_MAX_IMAGE_BYTES,
  READ_MAX_LINE_CHARACTERS,
  READ_MAX_OUTPUT_CHARACTERS,
} from "../tunables.ts";
import { openFileInside } from "../workspace/open-inside.ts";
import { resolveInside } from "../workspace/root.ts";
import { contentBlob } from "./content-blob.ts";
import { imageType } from "./image-type.ts";
import { createLineWindow, type LineWindowResult } from "./line-window.ts";
import { createTextDecoder, detectEncoding, type TextEncoding } from "./text-encoding.ts";

const input = z.object({
  path: z.string().min(1).describe("Relative to the project folder."),
  offset: z.int().min(1).default(1).describe("First line to read, from 1."),
  limit: z
    .int()
    .min(1)
    .max(READ_DEFAULT_LINES)
    .default(READ_DEFAULT_LINES)
    .describe("How many lines to read."),
});

type Range = { readonly offset: number; readonly limit: number };

/**
 * Reads a range of a text file with line numbers, or stores an image for people to see. Large files are streamed. The hash of the whole
 * file is remembered as the basis of safe edits and returned in `metadata` as `{path, sha256, whole}`; `whole` is true if all lines are shown.
 */
export const readFileTool = defineTool({
  name: "read_file",
  inSmallWindows: "first",
  description:
    "Reads a project file as text with line numbers. For an image (PNG, JPEG, GIF, WebP) it returns type and size; people see the image. Each line begins with its number and a tab, " +
    `which are not part of the file. Up to ${String(READ_DEFAULT_LINES)} lines per call; use offset and limit for more. A file must be read before it can be changed.`,
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  subject: { kind: "path", field: "path" },
  async execute({ path, offset, limit }, context): Promise<ToolResult> {
    const title = `Read ${path}`;
    const target = await resolveInside(context, path, "read");
    if (!target.ok) return errorResult(title, `Cannot read "${path}": ${target.message}`);
    const opened = await openFileInside(target.fence, target.absolute, "read");
    if (!opened.ok) return errorResult(title, `Cannot read "${path}": ${opened.message}`);
    try {
      return await readOpened(opened.handle, { path: target.relative, range: { offset, limit }, context });
    } finally {
      await opened.handle.close();
    }
  },
});

type ReadRequest = { readonly path: string; readonly range: Range; readonly context: ToolContext };

async function readOpened(handle: FileHandle, request: ReadRequest): Promise<ToolResult> {
  const { size } = await handle.stat();
  const sample = Buffer.alloc(Math.min(size, ENCODING_SAMPLE_BYTES));
  const { bytesRead } = await handle.read(sample, 0, sample.length, 0);
  const head = sample.subarray(0, bytesRead);
  const mediaType = imageType(head);
  if (mediaType !== undefined) return readImage(handle, { ...request, mediaType, size });
  const encoding = detectEncoding(head, bytesRead === size);
  if (encoding === null) {
    return errorResult(
      `Read ${request.path}`,
      `"${request.path}" is a binary file (${String(size)} bytes) and cannot be read as text.`,
    );
  }
  return readText(handle, { ...request, encoding });
}

async function readImage(
  handle: FileHandle,
  request: ReadRequest & { readonly mediaType: string; readonly size: number },
): Promise<ToolResult> {
  const { path, context, mediaType, size } = request;
  if (size > READ_MAX_IMAGE_BYTES) {
    return errorResult(
      `Read ${path}`,
      `The image "${path}" has ${String(size)} bytes; at most ${String(READ_MAX_IMAGE_BYTES)} can be read.`,
    );
  }
  const bytes = Buffer.alloc(size);
  await handle.read(bytes, 0, size, 0);
  if (context.containsSecret(bytes.toString("latin1")))
    return errorResult(`Read ${path}`, `The image "${path}" contains a known secret and was not read.`);
  const blob = contentBlob(bytes, mediaType);
  await context.blobs.put(context.scope, blob);
  context.files.remember(path, blob.sha256);
  return {
    title: `Read ${path}`,
    output: `"${path}" is an image (${mediaType}, ${String(size)} bytes). People can see it in the trace. You cannot see it, because tool results are sent to you as text.`,
    parts: [{ type: "image", mediaType, blob: blob.sha256 }],
    metadata: { path, sha256: blob.sha256 },
  };
}

async function readText(
  handle: FileHandle,
  request: ReadRequest & { readonly encoding: TextEncoding },
): Promise<ToolResult> {
  const { path, range, context, encoding } = request;
  const hash = createHash("sha256");
  const decode = createTextDecoder(encoding);
  const window = createLineWindow({
    from: range.offset,
    limit: range.limit,
    maxLineCharacters: READ_MAX_LINE_CHARACTERS,
    maxCharacters: READ_MAX_OUTPUT_CHARACTERS,
  });
  // Checks the signal per chunk: passing an already aborted signal to the stream would emit an error before anyone listens, which ends the
  // process.
  const stream = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 });
  for await (const chunk of stream) {
    context.signal.throwIfAborted();
    const bytes = Buffer.from(chunk);
    hash.update(bytes);
    window.push(decode(bytes));
  }
  window.push(decode(null));
  const lineWindow = window.finish();
  const sha256 = hash.digest("hex");
  if (lineWindow.lines.length === 0 && lineWindow.totalLines > 0) {
    return errorResult(
      `Read ${path}`,
      `"${path}" has ${countOf(lineWindow.totalLines, "line")}; offset ${String(range.offset)} is past its end.`,
    );
  }
  context.files.remember(path, sha256);
  return describeText(path, { lineWindow, range, encoding, sha256 });
}

type TextRead = {
  readonly lineWindow: LineWindowResult;
  readonly range: Range;
  readonly encoding: TextEncoding;
  readonly sha256: string;
};

function describeText(path: string, { lineWindow, range, encoding, sha256 }: TextRead): ToolResult {
  const whole = lineWindow.lines.length === lineWindow.totalLines && lineWindow.cutLines === 0;
  const metadata = { path, sha256, encoding, totalLines: lineWindow.totalLines, whole };
  if (lineWindow.totalLines === 0)
    return { title: `Read ${path} (empty)`, output: `[The file "${path}" is empty.]`, metadata };
  const last = range.offset + lineWindow.lines.length - 1;
  const numbered = lineWindow.lines.map((line, index) => `${String(range.offset + index)}\t${line}`);
  const span = `lines ${String(range.offset)}–${String(last)} of ${String(lineWindow.totalLines)}`;
  const notices = [
    ...(encoding === "utf-8" ? [] : [`Encoding: ${encoding}.`]),
    ...(lineWindow.cutLines === 0
      ? []
      : [`Long lines were truncated. Search inside them with grep_content.`]),
    ...(last < lineWindow.totalLines ? [`These are ${span}. Continue with offset=${String(last + 1)}.`] : []),
  ];
  return {
    title: `Read ${path}, ${span}`,
    output: [...numbered, ...notices.map((notice) => `[${notice}]`)].join("\n"),
    longTermMemory: `[Read ${path}, ${span}. Read it again for its content.]`,
    metadata,
  };
}
