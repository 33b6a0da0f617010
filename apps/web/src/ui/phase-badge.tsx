"use client";
import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Badge } from "./badge.tsx";

/** The phase of a running run where it says more than the next step: planning, reviewing, answering. */
export function PhaseBadge({
  trace,
}: {
  readonly trace: Pick<Trace, "status" | "phase">;
}): ReactElement | null {
  const translate = useTranslations("common.phase");
  if (trace.status !== "running" || trace.phase === "idle" || trace.phase === "executing") return null;
  return <Badge>{translate(trace.phase)}</Badge>;
}
