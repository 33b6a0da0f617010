import type { Failure } from "../errors.ts";

/** Replaces erased text. */
export const ERASED_TEXT = "[erased]";
/** Replaces the name of an erased blob, so that the sweep can remove its contents. Names no blob. */
export const ERASED_BLOB = "";

/** Erases text that may be missing. */
export function eraseText(text: string | null): string | null {
  return text === null ? null : ERASED_TEXT;
}

/** Erases the name of a blob that may be missing. */
export function eraseBlob(blob: string | null): string | null {
  return blob === null ? null : ERASED_BLOB;
}

/** Keeps the code of a failure; message and fix may quote what a model, a tool or a person wrote. */
export function eraseFailure({ code }: Failure): Failure {
  return { code, message: ERASED_TEXT, fix: ERASED_TEXT };
}
