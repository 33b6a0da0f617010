"use client";
import type { ReactElement } from "react";
import { useFailureText } from "../lib/use-failure-text.ts";
import type { FailedCall } from "../lib/use-failure-text.ts";
import { Note } from "./note.tsx";

/** An inline note about a failed call: the problem and the fix. */
export function FailureNote({
  error,
  call = "change",
}: {
  readonly error: unknown;
  readonly call?: FailedCall;
}): ReactElement {
  const failure = useFailureText()(error, call);
  return (
    <Note tone="error">
      <p>{failure.message}</p>
      <p className="text-ink-2">{failure.fix}</p>
    </Note>
  );
}
