"use client";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import type { ReactElement } from "react";
import { Button } from "../../ui/button.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Time } from "../../ui/time.tsx";

export type FailureCardProps = {
  readonly workspace: string;
  readonly code: string | null;
  readonly message: string;
  readonly fix: string;
  readonly at?: number | null;
  /** Null when a retry is not possible now. */
  readonly onRetry: (() => void) | null;
};

/** Failures caused by the model configuration. */
const MODEL_CODES: ReadonlySet<string> = new Set([
  "MODEL_NOT_CONFIGURED",
  "MODEL_REFUSED_KEY",
  "MODEL_NOT_FOUND",
  "MODEL_QUOTA_EXHAUSTED",
]);
/** Failures that the model settings can fix: a key, a name, a longer context, or another model. */
const FIXABLE_IN_SETTINGS: ReadonlySet<string> = new Set([
  ...MODEL_CODES,
  "MODEL_RATE_LIMITED",
  "MODEL_UNAVAILABLE",
  "MODEL_REQUEST_INVALID",
  "MODEL_EMPTY_ANSWER",
  "CONTEXT_TOO_LONG",
]);

/** A failure inside the conversation: the message, the fix, and the buttons for it. */
export function FailureCard({
  workspace,
  code,
  message,
  fix,
  at = null,
  onRetry,
}: FailureCardProps): ReactElement {
  const translate = useTranslations("chat.failure");
  const settings = code !== null && FIXABLE_IN_SETTINGS.has(code);
  return (
    <section
      role="alert"
      className="-mx-4 flex flex-col gap-2 rounded-md border border-error/55 px-[15px] py-3 phone:rounded-none phone:border-x-0"
    >
      <div className="flex items-center gap-2">
        <StatusGlyph status="failed" decorative />
        <h3 className="min-w-0 flex-1 font-semibold">
          {translate(code !== null && MODEL_CODES.has(code) ? "model" : "title")}
        </h3>
        {at !== null && <Time at={at} className="text-12 text-ink-3" />}
      </div>
      <p className="[overflow-wrap:anywhere] text-ink-2">{message}</p>
      {fix !== "" && <p className="[overflow-wrap:anywhere]">{fix}</p>}
      {(onRetry !== null || settings) && (
        <div className="flex flex-wrap items-center gap-3 pt-1">
          {onRetry !== null && (
            <Button icon={RefreshCw} onClick={onRetry}>
              {translate("retry")}
            </Button>
          )}
          {settings && (
            <Link href={`/w/${encodeURIComponent(workspace)}/settings/models`} className="link">
              {translate("settings")}
            </Link>
          )}
        </div>
      )}
    </section>
  );
}
