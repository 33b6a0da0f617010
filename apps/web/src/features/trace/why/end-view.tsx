"use client";
import type { EndCause, EndFinding } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { SequenceLink } from "./sequence-link.tsx";

export type EndProps = {
  readonly finding: EndFinding;
  /** Whether another reason names a fix. A higher limit is left out then, because it would only change where the run stops. */
  readonly hasBetterFix: boolean;
};

/** The end of the run: its cause, the fix, and a link to its entry. */
export function EndView({ finding, hasBetterFix }: EndProps): ReactElement {
  const translate = useTranslations("inspector.why");
  const cause = useCauseText();
  const hidesFix = finding.cause.kind === "limit" && hasBetterFix;
  return (
    <section className="border-b border-line px-4 py-3">
      <div className="flex items-start gap-2">
        <span className="mt-0.75">
          <StatusGlyph status={finding.status} decorative />
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{cause(finding.cause, finding.status)}</p>
          {finding.failure && (
            <>
              <p className="mt-1 text-12 [overflow-wrap:anywhere] text-ink-2">{finding.failure.message}</p>
              {!hidesFix && (
                <p className="mt-1 text-12">
                  <span className="text-ink-3">{translate("fix")}</span> {finding.failure.fix}
                </p>
              )}
            </>
          )}
          <SequenceLink sequence={finding.causedAt}>{translate("showEnd")}</SequenceLink>
        </div>
      </div>
    </section>
  );
}

/** Returns the words for the cause of an end. */
export function useCauseText(): (cause: EndCause, status: EndFinding["status"]) => string {
  const translate = useTranslations("inspector.why.cause");
  return (cause, status) => {
    switch (cause.kind) {
      case "cancelled":
        return cause.reason === null || cause.reason === ""
          ? translate("cancelled")
          : translate("cancelledBecause", { reason: cause.reason });
      case "limit":
        return translate("limit", { limit: translate(`limits.${cause.limit}`) });
      case "model":
        return translate("model", { attempts: cause.attempts });
      case "loop":
      case "crashes":
        return translate(cause.kind);
      case "other":
        return translate(`other.${status}`);
    }
  };
}
