import type { CallToolResult } from "@modelcontextprotocol/client";
import { parseJson } from "@goaltrace/core/parse-json";
import type { ContentBlob } from "./content-blobs.ts";
import { RESULT_BINARY_MAX_BYTES, RESULT_FILES_MAX } from "./tunables.ts";

/** A result of a server as text for the model, and the images and files that people see. */
export type ReadResult = {
  readonly outcome: "ok" | "error";
  readonly text: string;
  readonly files: readonly ContentBlob[];
};

/**
 * Reads the result of a call. Its structured content always reaches the model, even when the server repeats it in no text. Images and files become
 * files for people, with a line for the model in their place.
 */
export function readCallResult(result: CallToolResult): ReadResult {
  const files: ContentBlob[] = [];
  const lines: string[] = [];
  let room = RESULT_BINARY_MAX_BYTES;
  let leftOut = 0;
  const addFile = (kind: string, mediaType: string, data: string): void => {
    if (files.length >= RESULT_FILES_MAX) {
      leftOut += 1;
      return;
    }
    const bytes = Buffer.from(data, "base64");
    if (bytes.length > room) {
      lines.push(`[${kind} ${mediaType} of ${String(bytes.length)} bytes: too large, left out]`);
      return;
    }
    room -= bytes.length;
    files.push({ bytes, mediaType, isImage: kind === "image", name: `${kind}-${String(files.length + 1)}` });
    lines.push(`[${kind} ${mediaType}, ${String(bytes.length)} bytes; people see it in the trace]`);
  };
  for (const part of result.content) {
    switch (part.type) {
      case "text":
        lines.push(part.text);
        break;
      case "image":
      case "audio":
        addFile(part.type, part.mimeType, part.data);
        break;
      case "resource_link":
        lines.push(`[resource ${part.uri}] ${part.title ?? part.name}`);
        break;
      case "resource":
        if ("text" in part.resource) lines.push(`[resource ${part.resource.uri}]\n${part.resource.text}`);
        else addFile("resource", part.resource.mimeType ?? "application/octet-stream", part.resource.blob);
        break;
    }
  }
  if (leftOut > 0) lines.push(`[${String(leftOut)} more images and files: left out]`);
  const structured = structuredText(result, lines);
  if (structured !== null) lines.push(structured);
  return {
    outcome: result.isError === true ? "error" : "ok",
    text: lines.length === 0 ? "(The tool returned nothing.)" : lines.join("\n"),
    files,
  };
}

/** The structured content as JSON; null without any, and when a text says the same. */
function structuredText({ structuredContent }: CallToolResult, lines: readonly string[]): string | null {
  if (structuredContent === undefined) return null;
  const json = JSON.stringify(structuredContent);
  const isRepeated = lines.some((line) => compact(line) === json);
  return isRepeated ? null : json;
}

/** The text without its layout, if it is JSON. */
function compact(text: string): string | null {
  if (!/^\s*[[{"]/u.test(text)) return null;
  try {
    return JSON.stringify(parseJson(text));
  } catch {
    return null;
  }
}
