"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { TYPE_ICONS } from "./memory-type.ts";
import type { MemoryDetail } from "./memory-type.ts";
import { FailedChecks } from "./gate-problems.tsx";
import { OpenEntry } from "./open-entry.tsx";

/** The checks that a held entry fails, or that it passes all. */
export function HeldProblems({ problems }: Pick<MemoryDetail, "problems">): ReactElement {
  const translate = useTranslations("memory");
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2 text-12 text-ink-2">
        <StatusGlyph status="completed" decorative />
        {translate("review.passed")}
      </p>
    );
  return <FailedChecks problems={problems} label={translate("review.failed")} />;
}

/** The current entries that a held one disagrees with or resembles, each with its text; nothing without any. */
export function AlikeEntries({ alike }: Pick<MemoryDetail, "alike">): ReactElement | null {
  const translate = useTranslations("memory");
  if (alike.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 border-b border-line px-6 py-4">
      <h3 className="font-semibold">{translate("review.alike")}</h3>
      <ul className="border-t border-line">
        {alike.map(({ id, name, type, content, kind }) => (
          <li key={id} className="flex flex-col gap-1 border-b border-line py-2">
            <span className="flex flex-wrap items-center gap-2">
              <Icon icon={TYPE_ICONS[type]} size={14} className="text-ink-2" />
              <OpenEntry id={id}>{name}</OpenEntry>
              <Badge>{translate(`review.kind.${kind}`)}</Badge>
            </span>
            <span className="whitespace-pre-wrap text-12 text-ink-2 [overflow-wrap:anywhere]">{content}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
