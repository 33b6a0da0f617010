"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useLog } from "../../state/debugger-provider.tsx";
import { useEntryText } from "../../parts/entry-kind.tsx";
import { OriginalRow } from "../original.tsx";
import { IncrementalList } from "../incremental-list.tsx";

/** The messages up to a sequence that a summary replaces, newest first, each with its original. */
export function FoldedMessages({
  from,
  to,
  first,
}: {
  readonly from: number;
  readonly to: number;
  readonly first: number;
}): ReactElement {
  const translate = useTranslations("inspector.compaction");
  const entryText = useEntryText();
  const fullModel = useLog((log) => log.fullModel);
  const messages = useMemo(() => {
    return fullModel.entries
      .filter(({ q, k }) => q >= from && q <= to && (k === "user" || k === "assistant" || k === "tool"))
      .reverse();
  }, [fullModel, from, to]);
  if (messages.length === 0) return <p className="text-12 text-ink-2">{translate("foldedElsewhere")}</p>;
  return (
    <IncrementalList items={messages} first={first}>
      {(entry) => (
        <OriginalRow key={entry.q} sequence={entry.q}>
          <span className="text-ink-3">{entryText.kind(entry)}</span> {entryText.description(entry)}
        </OriginalRow>
      )}
    </IncrementalList>
  );
}
