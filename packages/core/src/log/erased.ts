import { GoaltraceError, type Failure } from "../errors.ts";

/** Replaces erased text. */
export const ERASED_TEXT = "[erased]";
/** Replaces the name of an erased blob, so that the sweep can delete its content. Refers to no blob. */
export const ERASED_BLOB = "";

/** Erases a nullable text. */
export function eraseText(text: string | null): string | null {
  return text === null ? null : ERASED_TEXT;
}

/** Erases a nullable blob name. */
export function eraseBlob(blob: string | null): string | null {
  return blob === null ? null : ERASED_BLOB;
}

/** Keeps the code of a failure; its message and fix may quote text from a model, a tool or a person. */
export function eraseFailure({ code }: Failure): Failure {
  return { code, message: ERASED_TEXT, fix: ERASED_TEXT };
}

/** Returns the error for an entry that cannot be erased yet. */
export function entryInUse(): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: "A run that is in progress uses this message.",
    fix: "Wait until the run ends, or stop it, and try again.",
  });
}
