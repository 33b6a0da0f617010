"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { failureOfError } from "../lib/failure-of-error.ts";
import { Note } from "./note.tsx";

/** A failed call where the work is: what happened and how to mend it. */
export function FailureNote({ error }: { readonly error: unknown }): ReactElement {
  const translate = useTranslations("errors");
  const failure = failureOfError(error);
  return (
    <Note tone="error">
      <p>{failure?.message ?? translate("noAnswer")}</p>
      <p className="text-ink-2">{failure?.fix ?? translate("noAnswerFix")}</p>
    </Note>
  );
}
