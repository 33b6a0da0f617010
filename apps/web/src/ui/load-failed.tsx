"use client";
import type { ReactElement, ReactNode } from "react";
import { useFailureText } from "../lib/use-failure-text.ts";
import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";

export type LoadFailedProps = {
  readonly error: unknown;
  /** What is missing: "The runs could not be loaded". */
  readonly title: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  /** Other ways on, beside the one to ask again. */
  readonly children?: ReactNode;
  readonly className?: string;
};

/** In place of what could not be loaded: what happened, how to mend it, and the way to ask again. */
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
