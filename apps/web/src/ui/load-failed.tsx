"use client";
import type { ReactElement, ReactNode } from "react";
import { useFailureText } from "../lib/use-failure-text.ts";
import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";

export type LoadFailedProps = {
  readonly error: unknown;
  /** For example "Couldn't load the runs". */
  readonly title: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  /** Other actions next to the retry button. */
  readonly children?: ReactNode;
  readonly className?: string;
};

/** Replaces content that could not be loaded: the problem, the fix and a retry button. */
export function LoadFailed({
  error,
  title,
  retryLabel,
  onRetry,
  children,
  className = "p-6",
}: LoadFailedProps): ReactElement {
  const failure = useFailureText()(error, "load");
  return (
    <ErrorState
      className={className}
      title={title}
      happened={failure.message}
      fix={failure.fix}
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={onRetry}>{retryLabel}</Button>
          {children}
        </span>
      }
    />
  );
}
