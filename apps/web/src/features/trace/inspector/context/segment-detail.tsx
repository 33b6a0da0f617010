"use client";
import type { ContextRow } from "@goaltrace/core/diagnose";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { useTRPC } from "../../../../lib/trpc.tsx";
import { useActions, useRun } from "../../state/debugger-provider.tsx";
import { Loaded } from "../loaded.tsx";
import { OriginalRow } from "../original.tsx";
import { IncrementalList } from "../incremental-list.tsx";
import { useContextParts } from "../use-context-parts.ts";
import type { ContextPart, ContextParts } from "../use-context-parts.ts";
import { ProfileVersionList } from "../turn-knowledge.tsx";
import { ProjectLayers } from "./project-layers.tsx";

export type SegmentDetailProps = {
  readonly row: ContextRow;
  /** The sequence of an entry of the call. */
  readonly sequence: number;
  /** The answer of the previous call; later messages are new. Null without a previous call. */
  readonly previousSequence: number | null;
};

const FIRST = 40;

/** The content of a segment: single messages, files, the compaction that wrote it, or stored texts. */
export function SegmentDetail({ row, sequence, previousSequence }: SegmentDetailProps): ReactElement {
  const parts = useContextParts(sequence);
  switch (row.kind) {
    case "user":
    case "assistant":
    case "tool_result":
    case "recalled":
      return (
        <Loaded query={parts} rows={3}>
          {(context) => <Messages kind={row.kind} context={context} newFrom={previousSequence} />}
        </Loaded>
      );
    case "project_context":
      return (
        <Loaded query={parts} rows={2}>
          {(context) => <ProjectLayers layers={context?.layers ?? []} />}
        </Loaded>
      );
    case "summary":
    case "attachments":
      return (
        <Loaded query={parts} rows={1}>
          {(context) => <CompactionSource context={context} />}
        </Loaded>
      );
    case "profile":
      return <ProfileVersions sequence={sequence} />;
    case "instructions":
    case "core_skill":
    case "tools":
    case "index":
    case "tail":
      return (
        <>
          {row.sources.map((source) => (
            <p key={source} className="font-mono text-11 [overflow-wrap:anywhere] text-ink-2">
              {source}
            </p>
          ))}
        </>
      );
  }
}

function Messages({
  kind,
  context,
  newFrom,
}: {
  readonly kind: ContextRow["kind"];
  readonly context: ContextParts | null;
  readonly newFrom: number | null;
}): ReactElement {
  const translate = useTranslations("inspector.context");
  // Experiences are recalled too, but for a different reason.
  const own = (context?.parts ?? [])
    .filter((part) => part.kind === kind || (kind === "recalled" && part.kind === "experiences"))
    .reverse();
  return (
    <>
      <IncrementalList items={own} first={FIRST}>
        {(part) => (
          <PartRow key={part.sequence} part={part} isNew={newFrom !== null && part.sequence >= newFrom} />
        )}
      </IncrementalList>
      {context !== null && context.earlier > 0 && (
        <p className="text-11 text-ink-3">{translate("earlierParts", { count: context.earlier })}</p>
      )}
    </>
  );
}

function PartRow({ part, isNew }: { readonly part: ContextPart; readonly isNew: boolean }): ReactElement {
  const translate = useTranslations("inspector.context.part");
  const format = useFormat();
  const memory = useTranslations("inspector.memory");
  const { selectSequence } = useActions();
  const description = (
    <>
      {isNew && <b>{translate("new")} </b>}
      {part.toolName !== null && <code className="font-mono text-11 text-ink-3">{part.toolName} </code>}
      {part.kind === "recalled" && memory("openRecall")}
      {part.kind === "experiences" && memory("openExperiences")}
      {part.kind !== "recalled" && part.kind !== "experiences" && part.description}
    </>
  );
  const tokens = translate("tokens", { tokens: format.count(part.tokens) });
  if (part.state.kind === "whole")
    return (
      <li>
        <button
          type="button"
          className="flex min-h-6 w-full items-center gap-2 rounded-sm text-left text-12 hover:bg-ink/4 phone:min-h-11"
          onClick={() => {
            selectSequence(part.sequence);
          }}
        >
          <span className="min-w-9 flex-none text-11 text-ink-3">{`#${part.sequence}`}</span>
          <span className="min-w-0 flex-1 truncate">{description}</span>
          <span className="flex-none text-11 text-ink-3">{tokens}</span>
        </button>
      </li>
    );
  return (
    <OriginalRow
      sequence={part.sequence}
      aside={`${translate(part.state.kind, { characters: format.count(part.state.characters) })} · ${tokens}`}
    >
      {description}
    </OriginalRow>
  );
}

function ProfileVersions({ sequence }: { readonly sequence: number }): ReactElement | null {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const profile = useQuery(api.profile.ofRun.queryOptions({ workspace, traceId, sequence }));
  return profile.data == null ? null : <ProfileVersionList files={profile.data.files} />;
}

function CompactionSource({ context }: { readonly context: ContextParts | null }): ReactElement | null {
  const translate = useTranslations("inspector.context");
  const { changeView, selectSequence } = useActions();
  const fold = context?.folds.at(-1);
  if (fold === undefined) return null;
  return (
    <p className="text-12">
      {translate.rich("writtenBy", {
        sequence: fold.sequence,
        link: (text) => (
          <button
            type="button"
            className="link phone:min-h-11"
            onClick={() => {
              selectSequence(fold.sequence);
              changeView({ tab: "io" });
            }}
          >
            {text}
          </button>
        ),
      })}
    </p>
  );
}
