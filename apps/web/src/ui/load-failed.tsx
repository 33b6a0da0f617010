"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useFailureText } from "../lib/use-failure-text.ts";
import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";

export type LoadFailedProps = {
  /** The TanStack query that failed. */
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  /** For example "Couldn't load the runs". */
  readonly title: string;
  /** Other actions next to the retry button. */
  readonly children?: ReactNode;
  readonly className?: string;
};

/** Replaces content that could not be loaded: the problem, the fix and a retry button. */
export function LoadFailed({ query, title, children, className = "p-6" }: LoadFailedProps): ReactElement {
  const translate = useTranslations("errors");
  const failure = useFailureText()(query.error, "load");
  return (
    <ErrorState
      className={className}
      title={title}
      happened={failure.message}
      fix={failure.fix}
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => void query.refetch()}>{translate("retry")}</Button>
          {children}
        </span>
      }
    />
  );
}
