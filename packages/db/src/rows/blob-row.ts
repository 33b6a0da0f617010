import type { Blob } from "@goaltrace/core/ports";

/** How the text of a blob is stored: as is; as is with characters beyond 16 bits; or as a JSON string. */
export type BlobForm = "plain" | "wide" | "escaped";

export type BlobRow = {
  readonly sha256: string;
  readonly media_type: string;
  readonly encoding: string;
  readonly form: BlobForm;
  readonly text: string;
  readonly size: number;
};

// PostgreSQL text can hold neither NUL nor a lone surrogate.
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const SURROGATE = /[\uD800-\uDFFF]/;

/** Converts a blob to its row, whatever characters it holds. */
export function toBlobRow(blob: Blob): BlobRow {
  const form = blobForm(blob.text);
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

/** Inverse of `toBlobRow`. */
export function toBlob(row: BlobRow): Blob {
  return {
    sha256: row.sha256,
    mediaType: row.media_type,
    encoding: row.encoding === "base64" ? "base64" : "utf8",
    text: plainText(row),
  };
}

/** Returns the whole text of a row, as it was before it was stored. */
export function plainText({ form, text }: { readonly form: string; readonly text: string }): string {
  return form === "escaped" ? String(JSON.parse(text)) : text;
}

function blobForm(text: string): BlobForm {
  if (UNSTORABLE.test(text)) return "escaped";
  return SURROGATE.test(text) ? "wide" : "plain";
}
