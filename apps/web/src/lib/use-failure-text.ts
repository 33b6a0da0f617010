"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { failureFromError } from "./failure-from-error.ts";

/** The purpose of a call. Without a response, a `load` cannot have changed anything, but a `change` may have taken effect. */
export type FailedCall = "load" | "change";

/** The text of a failed call. `code` is null when the server did not respond. */
export type FailureText = {
  readonly code: string | null;
  readonly message: string;
  readonly fix: string;
};

/**
 * Returns the text for a failed call: the server's message, or a text for a missing response. Messages of browsers or libraries ("signal is
 * aborted") are never shown, because they explain neither the problem nor the fix.
 */
export function useFailureText(): (error: unknown, call: FailedCall) => FailureText {
  const translate = useTranslations("errors");
  return useCallback(
    (error, call) =>
      failureFromError(error) ??
      (call === "load"
        ? { code: null, message: translate("notLoaded"), fix: translate("notLoadedFix") }
        : { code: null, message: translate("noAnswer"), fix: translate("noAnswerFix") }),
    [translate],
  );
}
