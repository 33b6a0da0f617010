"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Badge } from "../../ui/badge.tsx";

export type SandboxReport = RouterOutputs["permissions"]["sandbox"];

/** The strength of the sandbox for commands, as tested on this server. */
export function SandboxBadge({
  report,
  isLong = false,
}: {
  readonly report: SandboxReport;
  /** Whether it names its subject. @default false: it is next to a tool that runs commands */
  readonly isLong?: boolean;
}): ReactElement {
  const translate = useTranslations("tools.sandbox");
  const { strength } = report;
  return (
    <Badge tone={strength === "enforcing" ? "ok" : "warn"}>
      {translate(isLong ? `long.${strength}` : `short.${strength}`)}
    </Badge>
  );
}
