import { isUtf8 } from "node:buffer";
import { detectEncoding } from "../files/text-encoding.ts";
import { CHARSET_SCAN_BYTES } from "./tunables.ts";

/** How a response is read; `unreadable` for everything that is not text. */
export type PageKind = "html" | "text" | "pdf" | "unreadable";

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);
const TEXT_TYPE =
  /^text\/|^application\/(?:json|xml|javascript|ecmascript|yaml|x-yaml|toml|x-ndjson|graphql|sql)$|\+(?:json|xml|yaml)$/u;
/** Types that servers send when they do not know. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);
const SNIFFED_BYTES = 1024;

/** Returns the media type of a response in lower case, without parameters; empty without one. */
export function mediaTypeOf(contentType: string | undefined): string {
  const [type = ""] = (contentType ?? "").split(";", 1);
  return type.trim().toLowerCase();
}

/** Decides how to read a response, by its type and, where servers often lie, by its first bytes. */
export function pageKind(mediaType: string, body: Buffer): PageKind {
  const head = body.subarray(0, SNIFFED_BYTES);
  if (head.includes("%PDF-", 0, "latin1") && !mediaType.startsWith("text/")) return "pdf";
  if (mediaType === "application/pdf") return "unreadable";
  if (!HTML_TYPES.has(mediaType) && !TEXT_TYPE.test(mediaType) && !UNKNOWN_TYPES.has(mediaType))
    return "unreadable";
  if (detectEncoding(head, false) === null) return "unreadable";
  if (HTML_TYPES.has(mediaType)) return "html";
  const isUndeclaredHtml =
    UNKNOWN_TYPES.has(mediaType) &&
    /^\s*(?:<!doctype html|<html|<head|<body)/iu.test(head.toString("latin1"));
  return isUndeclaredHtml ? "html" : "text";
}

/**
 * Decodes a text. Believes a byte order mark, then the charset of the header, then that of the document, each only if the bytes fit; else
 * UTF-8 if they fit that, else the declared charset with replacement characters, else Windows-1252.
 */
export function decodePage(
  body: Buffer,
  contentType: string | undefined,
): { readonly text: string; readonly charset: string } {
  const declared = [markedCharset(body), charsetOf(contentType ?? ""), documentCharset(body)].filter(
    (label) => label !== null,
  );
  for (const label of [...declared, "utf-8"]) {
    const text = decode(body, label, true);
    if (text !== null) return { text, charset: label };
  }
  for (const label of declared) {
    const text = label === "utf-8" ? null : decode(body, label, false);
    if (text !== null) return { text, charset: label };
  }
  // A text that is mostly UTF-8 with some broken bytes is more readable as UTF-8.
  const charset =
    isUtf8(body.subarray(0, SNIFFED_BYTES)) && declared.includes("utf-8") ? "utf-8" : "windows-1252";
  return { text: decode(body, charset, false) ?? "", charset };
}

/** Null for a charset that is not known, or that the bytes do not fit. A character cut at the end fits. */
function decode(body: Buffer, label: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(body, { stream: true });
  } catch {
    return null;
  }
}

function markedCharset(body: Buffer): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : null;
}

function documentCharset(body: Buffer): string | null {
  const start = body.subarray(0, CHARSET_SCAN_BYTES).toString("latin1");
  return charsetOf(/<meta[^>]{0,300}/iu.test(start) ? start : "") ?? xmlEncoding(start);
}

function charsetOf(text: string): string | null {
  const [, label] = /charset\s*=\s*["']?\s*([\w.:-]{1,40})/iu.exec(text) ?? [];
  return label?.toLowerCase() ?? null;
}

function xmlEncoding(start: string): string | null {
  const [, label] = /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]{1,40})/iu.exec(start) ?? [];
  return label?.toLowerCase() ?? null;
}
