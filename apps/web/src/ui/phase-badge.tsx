"use client";
import { phaseOf, type PhaseFacts } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Badge } from "./badge.tsx";

/** The phase of a run beside its status. Renders nothing after its end. */
export function PhaseBadge({ facts }: { readonly facts: PhaseFacts }): ReactElement | null {
  const translate = useTranslations("common.phase");
  const phase = phaseOf(facts);
  if (phase === null) return null;
  return <Badge tone={facts.status === "waiting" ? "wait" : "muted"}>{translate(phase)}</Badge>;
}
