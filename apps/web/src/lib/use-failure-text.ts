"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { failureOfError } from "./failure-of-error.ts";

/** What a call was for: after a `load` that got no answer nothing can have changed, after a `change` that is not known. */
export type FailedCall = "load" | "change";

/** A failed call in words. No code when no answer of the server came. */
export type FailureText = {
  readonly code: string | null;
  readonly message: string;
  readonly fix: string;
};

/**
 * Words for a failed call: those of the server, or that it did not answer. The text of the browser or of a library ("signal is aborted")
 * is never shown: it names neither what happened nor what to do.
 */
export function useFailureText(): (error: unknown, call: FailedCall) => FailureText {
  const translate = useTranslations("errors");
  return useCallback(
    (error, call) =>
      failureOfError(error) ??
      (call === "load"
        ? { code: null, message: translate("notLoaded"), fix: translate("notLoadedFix") }
        : { code: null, message: translate("noAnswer"), fix: translate("noAnswerFix") }),
    [translate],
  );
}
