"use client";
import type { RunEvent } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { Time } from "../../../../ui/time.tsx";
import { useLog } from "../../state/debugger-provider.tsx";
import { useEntryText } from "../../parts/entry-kind.tsx";
import { entryAt } from "../../state/trace-model.ts";
import { Facts, Section } from "../facts.tsx";
import { OriginalRow } from "../original.tsx";
import { IncrementalList } from "../incremental-list.tsx";

const FIRST = 50;

/** A batch of tool results that were cleared to one line each, with their originals. */
export function ClearedView({
  event,
}: {
  readonly event: Extract<RunEvent, { type: "context.cleared" }>;
}): ReactElement {
  const translate = useTranslations("inspector.compaction");
  const format = useFormat();
  const entryText = useEntryText();
  const fullModel = useLog((log) => log.fullModel);
  const { sequences, reason, beforeTokens, afterTokens } = event.data;
  return (
    <>
      <Facts
        facts={[
          [translate("why"), translate(`reason.${reason}`)],
          [
            translate("tokens"),
            translate("beforeAfter", {
              before: format.count(beforeTokens),
              after: format.count(afterTokens),
              share: format.share(afterTokens / Math.max(1, beforeTokens)),
            }),
          ],
          [translate("at"), <Time precision="exact" key="at" at={event.at} />],
        ]}
      />
      <Section title={translate("cleared", { count: sequences.length })}>
        <IncrementalList items={sequences} first={FIRST}>
          {(sequence) => {
            const entry = entryAt(fullModel.entries, sequence);
            return (
              <OriginalRow key={sequence} sequence={sequence}>
                {entry?.q === sequence && (
                  <>
                    <span className="text-ink-3">{entryText.kind(entry)}</span> {entryText.description(entry)}
                  </>
                )}
              </OriginalRow>
            );
          }}
        </IncrementalList>
      </Section>
    </>
  );
}
