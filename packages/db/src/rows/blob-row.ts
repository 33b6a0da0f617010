import type { Blob } from "@goaltrace/core";

/** How the text of a blob is stored: as it is, as it is with characters beyond 16 bits, or as a JSON string. */
export type BlobForm = "plain" | "wide" | "escaped";

export type BlobRow = {
  readonly sha256: string;
  readonly media_type: string;
  readonly encoding: string;
  readonly form: BlobForm;
  readonly text: string;
  readonly size: number;
};

// PostgreSQL's text holds neither NUL nor half a surrogate pair.
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const SURROGATE = /[\uD800-\uDFFF]/;

/** Turns a blob into its row, whatever characters it holds. */
export function blobRowOf(blob: Blob): BlobRow {
  const form = formOf(blob.text);
  const text = form === "escaped" ? JSON.stringify(blob.text) : blob.text;
  return {
    sha256: blob.sha256,
    media_type: blob.mediaType,
    encoding: blob.encoding,
    form,
    text,
    size: blob.text.length,
  };
}

/** Inverse of `blobRowOf`. */
export function blobOf(row: BlobRow): Blob {
  const text = row.form === "escaped" ? String(JSON.parse(row.text)) : row.text;
  return {
    sha256: row.sha256,
    mediaType: row.media_type,
    encoding: row.encoding === "base64" ? "base64" : "utf8",
    text,
  };
}

function formOf(text: string): BlobForm {
  if (UNSTORABLE.test(text)) return "escaped";
  return SURROGATE.test(text) ? "wide" : "plain";
}
