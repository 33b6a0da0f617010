"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";

type ErrorPageProps = { readonly error: Error & { digest?: string }; readonly reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps): ReactElement {
  const translate = useTranslations("shell.failed");
  const common = useTranslations("common");
  return (
    <div className="p-8 phone:p-4">
      <ErrorState
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
        action={<Button onClick={reset}>{common("tryAgain")}</Button>}
      />
    </div>
  );
}
