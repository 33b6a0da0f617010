"use client";
import { phaseOf, type PhaseFacts } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Badge } from "./badge.tsx";

/** The phase of a run beside its status. Renders nothing after its end. */
export function PhaseBadge({ facts }: { readonly facts: PhaseFacts }): ReactElement | null {
  const translate = useTranslations("common");
  const phase = phaseOf(facts);
  if (phase === null) return null;
  const isForAgents = facts.status === "waiting" && facts.waitingFor === "children";
  return (
    <span className="inline-flex flex-none" title={isForAgents ? translate("waitingForChildren") : undefined}>
      <Badge tone={facts.status === "waiting" ? "wait" : "muted"}>{translate(`phase.${phase}`)}</Badge>
    </span>
  );
}
