"use client";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";

export type SandboxReport = RouterOutputs["permissions"]["sandbox"];

/** The strength of the sandbox for commands, as tested on this server. */
export function SandboxBadge({
  report,
  isLong = false,
}: {
  readonly report: SandboxReport;
  /** Whether it names its subject. @default false: it is next to a tool that runs commands, and good news is a glyph there */
  readonly isLong?: boolean;
}): ReactElement {
  const translate = useTranslations("tools.sandbox");
  const { strength } = report;
  const name = translate(isLong ? `long.${strength}` : `short.${strength}`);
  if (strength === "enforcing" && !isLong)
    return (
      <span title={translate("long.enforcing")} className="flex-none text-ok">
        <Icon icon={ShieldCheck} />
        <span className="sr-only">{name}</span>
      </span>
    );
  return <Badge tone={strength === "enforcing" ? "ok" : "warn"}>{name}</Badge>;
}
