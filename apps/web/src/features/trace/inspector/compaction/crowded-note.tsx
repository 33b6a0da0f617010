"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { Note } from "../../../../ui/note.tsx";
import type { Compaction } from "./use-compaction.ts";

/** Warns that summaries follow one another too fast, and names what fills the window. Nothing for other compactions. */
export function CrowdedNote({ compaction }: { readonly compaction: Compaction }): ReactElement | null {
  const translate = useTranslations("inspector.compaction");
  const translateSegment = useTranslations("inspector.context.segment");
  const format = useFormat();
  const { crowdedBy } = compaction.data;
  if (crowdedBy === undefined) return null;
  return (
    <Note tone="warn" className="m-4">
      <p>
        {translate("crowded", {
          part: translateSegment(crowdedBy.kind),
          tokens: format.count(crowdedBy.tokens),
        })}
      </p>
      <p className="text-ink-2">{translate("crowdedFix")}</p>
    </Note>
  );
}
