"use client";
import type { Entry } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Note } from "../../../ui/note.tsx";
import { Time } from "../../../ui/time.tsx";
import { AgentsSection } from "./agents-section.tsx";
import { ClearedView } from "./compaction/cleared-view.tsx";
import { CompactionView } from "./compaction/compaction-view.tsx";
import { findFailure } from "./find-failure.ts";
import { Facts, Section } from "./facts.tsx";
import { MergeView } from "./merge-view.tsx";
import { AssistantView, UserView } from "./message-views.tsx";
import { ToolView } from "./tool-view.tsx";
import type { Cut } from "./tool-view.tsx";
import { ValueTree } from "./value-tree.tsx";

export type EntryViewProps = { readonly entry: Entry; readonly cut: readonly Cut[] };

/** One entry: its input and output, with its facts. */
export function EntryView({ entry, cut }: EntryViewProps): ReactElement {
  if (entry.kind === "event" && entry.type === "compaction.finished")
    return <CompactionView sequence={entry.sequence} />;
  if (entry.kind === "event" && entry.type === "context.cleared") return <ClearedView event={entry} />;
  if (entry.kind !== "message") return <EventView entry={entry} />;
  switch (entry.role) {
    case "user":
      return <UserView message={entry} />;
    case "assistant":
      return <AssistantView message={entry} />;
    case "tool":
      return <ToolView message={entry} cut={cut} />;
  }
}

function EventView({ entry }: { readonly entry: Exclude<Entry, { kind: "message" }> }): ReactElement {
  const translate = useTranslations("inspector.entry");
  const failure = entry.kind === "event" ? findFailure(entry.data) : null;
  return (
    <>
      <Facts
        facts={[
          [
            translate("event"),
            <code key="type" className="font-mono text-11">
              {entry.type}
            </code>,
          ],
          [translate("at"), <Time precision="exact" key="at" at={entry.at} />],
        ]}
      />
      {entry.kind === "unknown" && (
        <div className="px-4 pt-3">
          <Note>{translate("unknownVersion", { version: entry.version })}</Note>
        </div>
      )}
      {failure && (
        <Section title={translate("failure")}>
          <p className="text-12 [overflow-wrap:anywhere] text-error">{failure.message}</p>
          <p className="mt-1 text-12">{failure.fix}</p>
        </Section>
      )}
      {entry.kind === "event" && (entry.type === "child.spawned" || entry.type === "child.finished") && (
        <AgentsSection of={entry.data} />
      )}
      {entry.kind === "event" && entry.type === "child.merged" && (
        <MergeView sequence={entry.sequence} data={entry.data} />
      )}
      <Section title={translate("data")}>
        <ValueTree value={entry.kind === "event" ? entry.data : entry.raw} />
      </Section>
    </>
  );
}
