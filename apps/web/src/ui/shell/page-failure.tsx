"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { ReactElement } from "react";
import { Button, ButtonLink } from "../button.tsx";
import { ErrorState } from "../error-state.tsx";

export type PageFailureProps = {
  /** As provided by Next; the digest identifies the error in the server log. */
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
};

/** Replaces a page that crashed: the problem, a retry button and a link home. */
export function PageFailure({ error, reset }: PageFailureProps): ReactElement {
  const translate = useTranslations("shell.failed");
  const common = useTranslations("common");
  const router = useRouter();
  const [loading, startLoading] = useTransition();
  return (
    <ErrorState
      className="p-8 phone:p-4"
      heading="h1"
      title={translate("title")}
      happened={translate("text")}
      fix={
        <>
          {translate("fix")}
          {error.digest !== undefined && (
            <span className="block font-mono text-12 text-ink-2">
              {translate("reference", { digest: error.digest })}
            </span>
          )}
        </>
      }
      action={
        <span className="flex flex-wrap gap-2 pt-1">
          <Button
            disabled={loading}
            onClick={() => {
              // The server may have failed, so reload its data before rendering again.
              startLoading(() => {
                router.refresh();
                reset();
              });
            }}
          >
            {common("tryAgain")}
          </Button>
          <ButtonLink href="/" variant="ghost">
            {translate("home")}
          </ButtonLink>
        </span>
      }
    />
  );
}
