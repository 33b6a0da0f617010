"use client";
import type { ToolMessage } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Note } from "../../../ui/note.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { Disclosure } from "../why/disclosure.tsx";
import { SequenceLink } from "../why/sequence-link.tsx";
import { useOverview } from "../why/use-overview.ts";
import { AgentsSection } from "./agents-section.tsx";
import { ArgumentsView } from "./arguments-view.tsx";
import { Facts, Section } from "./facts.tsx";
import { LargeText, INITIAL_CHARACTERS } from "./large-text.tsx";
import { callsAfter } from "./calls-after.ts";
import { OriginalText } from "./original.tsx";
import { PartView } from "./part-view.tsx";
import { RenderedResult } from "./rendered-result.tsx";
import { useEntryOrigin } from "./use-entry-origin.ts";

/** A text that the server truncated: its path in the entry and its full length in characters. */
export type Cut = { readonly field: string; readonly total: number };
type ToolViewProps = { readonly message: ToolMessage; readonly cut: readonly Cut[] };

/** A tool call: its arguments, its rendered or raw result, and related entries. */
export function ToolView({ message, cut }: ToolViewProps): ReactElement {
  const translate = useTranslations("inspector.entry");
  const format = useFormat();
  const entryOrigin = useEntryOrigin();
  const model = useLog((log) => log.model);
  const callSequence = model.graph.calls.get(message.toolCallId)?.turn.sequence;
  const exitCode = message.metadata?.["exitCode"];
  return (
    <>
      <Facts
        facts={[
          [translate("where"), entryOrigin(message)],
          [translate("exitCode"), typeof exitCode === "number" ? String(exitCode) : null],
          [translate("took"), format.duration(message.durationMs)],
          [translate("returned"), translate("tokensEstimated", { tokens: format.tokens(message.tokens) })],
          [translate("at"), <Time precision="exact" key="at" at={message.at} />],
        ]}
      />
      {callSequence !== undefined && <Arguments sequence={callSequence} toolCallId={message.toolCallId} />}
      <AgentsSection of={message} />
      <Result message={message} cut={cut} />
      {SPILLED.test(message.output) && <FullResult sequence={message.sequence} />}
      <Links message={message} callSequence={callSequence} />
    </>
  );
}

/** The marker in the preview of a result that was too long for the context. */
const SPILLED = /^\[spilled: \d+ characters in all/mu;

/** The full result of a call when the model received only its head and tail. */
function FullResult({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("inspector.original");
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label={translate("show")} aside={translate("preview")} open={open} onToggle={setOpen}>
      <div className="px-4 pb-3">
        <OriginalText sequence={sequence} />
      </div>
    </Disclosure>
  );
}

function Arguments({
  sequence,
  toolCallId,
}: {
  readonly sequence: number;
  readonly toolCallId: string;
}): ReactElement | null {
  const translate = useTranslations("inspector.entry");
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const turn = useQuery(
    api.traces.entry.queryOptions({ workspace, id: traceId, sequence }, { staleTime: Infinity }),
  );
  if (turn.isPending) return <SkeletonRows rows={2} className="px-4" />;
  if (turn.data?.kind !== "message" || turn.data.role !== "assistant") return null;
  const call = turn.data.toolCalls.find((candidate) => candidate.id === toolCallId);
  return call ? <ArgumentsView call={call} title={translate("arguments")} /> : null;
}

type ResultFormat = "rendered" | "raw";

function Result({ message, cut }: ToolViewProps): ReactElement {
  const translate = useTranslations("inspector.entry");
  const [resultFormat, setResultFormat] = useState<ResultFormat>("rendered");
  const total = cut.find((candidate) => candidate.field === "output")?.total ?? message.output.length;
  const plain = <LargeText text={message.output} total={total} sequence={message.sequence} field="output" />;
  return (
    <Section
      title={message.title || translate("result")}
      action={
        <Segmented
          label={translate("look")}
          value={resultFormat}
          onChange={setResultFormat}
          segments={[
            { value: "rendered", label: translate("rendered") },
            { value: "raw", label: translate("rawText") },
          ]}
        />
      }
    >
      {message.outcome === "error" ? (
        <Note tone="error">
          <p className="max-h-80 overflow-y-auto font-mono text-11 whitespace-pre-wrap">
            {message.output.slice(0, INITIAL_CHARACTERS)}
          </p>
        </Note>
      ) : resultFormat === "rendered" && total <= INITIAL_CHARACTERS ? (
        <RenderedResult message={message} />
      ) : (
        plain
      )}
      {(message.parts ?? []).map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </Section>
  );
}

/** Links to related entries: the message that requested the call, the calls that read the result, and other changes of the file. */
function Links({
  message,
  callSequence,
}: {
  readonly message: ToolMessage;
  readonly callSequence: number | undefined;
}): ReactElement {
  const translate = useTranslations("inspector.entry");
  const format = useFormat();
  const model = useLog((log) => log.model);
  const { overview } = useOverview();
  const callsAfterResult = callsAfter(model.entries, message.sequence);
  const path = message.metadata?.["path"];
  const writes = (overview?.files.find((file) => file.path === path)?.writes ?? []).filter(
    (write) => write.sequence !== message.sequence,
  );
  return (
    <Section title={translate("links")}>
      {callSequence !== undefined && (
        <SequenceLink sequence={callSequence}>{translate("askedBy")}</SequenceLink>
      )}
      {callsAfterResult && (
        <SequenceLink
          sequence={callsAfterResult.first}
          aside={`#${callsAfterResult.first} – #${callsAfterResult.last}`}
        >
          {translate("readBy", { count: callsAfterResult.count })}
        </SequenceLink>
      )}
      {writes.map((write) => (
        <SequenceLink
          key={write.sequence}
          sequence={write.sequence}
          aside={`+${format.count(write.added)} −${format.count(write.removed)}`}
        >
          {translate(write.sequence < message.sequence ? "writtenBefore" : "writtenAfter", {
            tool: write.toolName,
          })}
        </SequenceLink>
      ))}
    </Section>
  );
}
