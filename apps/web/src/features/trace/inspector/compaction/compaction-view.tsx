"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { Note } from "../../../../ui/note.tsx";
import { Time } from "../../../../ui/time.tsx";
import { useActions } from "../../state/debugger-provider.tsx";
import { Facts, Section } from "../facts.tsx";
import { Loaded } from "../loaded.tsx";
import { CompactionTexts } from "./compaction-texts.tsx";
import { CrowdedNote } from "./crowded-note.tsx";
import { FoldedMessages } from "./folded-messages.tsx";
import { Ledger } from "./ledger.tsx";
import { useCompaction } from "./use-compaction.ts";
import type { Compaction } from "./use-compaction.ts";

const FOLDED_FIRST = 20;

/** One compaction: its reason, sizes and model, what happened to the folded content, and the folded messages. */
export function CompactionView({ sequence }: { readonly sequence: number }): ReactElement {
  const compaction = useCompaction(sequence);
  const translate = useTranslations("inspector.compaction");
  return (
    <Loaded query={compaction} rows={12}>
      {(loaded) => (
        <>
          <CompactionFacts compaction={loaded} />
          <CrowdedNote compaction={loaded} />
          <Ledger compaction={loaded} />
          <CompactionTexts compaction={loaded} />
          {loaded.data.messagesFolded > 0 && (
            <Section title={translate("folded", { count: loaded.data.messagesFolded })}>
              <FoldedMessages
                from={loaded.data.fromSequence}
                to={loaded.data.toSequence}
                first={FOLDED_FIRST}
              />
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

function CompactionFacts({ compaction }: { readonly compaction: Compaction }): ReactElement {
  const translate = useTranslations("inspector.compaction");
  const format = useFormat();
  const { data, failures, ahead } = compaction;
  return (
    <>
      <Facts
        facts={[
          [translate("why"), translate(`reason.${data.reason}`)],
          [translate("focus"), data.focus],
          [
            translate("tokens"),
            translate("beforeAfter", {
              before: format.count(data.beforeTokens),
              after: format.count(data.afterTokens),
              share: format.share(data.ratio),
            }),
          ],
          [
            translate("messages"),
            data.messagesFolded === 0
              ? translate("onlySummary")
              : translate("range", {
                  count: data.messagesFolded,
                  from: data.fromSequence,
                  to: data.toSequence,
                }),
          ],
          [translate("by"), translate(`source.${data.source}`)],
          [translate("ahead"), ahead && <BackgroundSummary key="ahead" ahead={ahead} />],
          [translate("cost"), data.callId === null ? translate("noCall") : format.cost(data.cost)],
          [translate("at"), <Time precision="exact" key="at" at={compaction.at} />],
        ]}
      />
      {failures.map((failure) => (
        <Note key={failure.callId ?? failure.message} tone="warn" className="m-4">
          <p>{translate(`problem.${failure.problem}`, { inRow: failure.failuresInRow })}</p>
          {failure.message !== "" && <p className="text-ink-2 [overflow-wrap:anywhere]">{failure.message}</p>}
        </Note>
      ))}
    </>
  );
}

/** A summary written in the background: when it was written, and a link to its entry. */
function BackgroundSummary({ ahead }: { readonly ahead: NonNullable<Compaction["ahead"]> }): ReactElement {
  const translate = useTranslations("inspector.compaction");
  const { selectSequence } = useActions();
  return (
    <>
      {translate.rich("writtenAhead", {
        sequence: ahead.sequence,
        time: () => <Time at={ahead.at} />,
        link: (text) => (
          <button
            type="button"
            className="link"
            onClick={() => {
              selectSequence(ahead.sequence);
            }}
          >
            {text}
          </button>
        ),
      })}
    </>
  );
}
