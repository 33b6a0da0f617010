"use client";
import type { ToolMessage } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { useDebugger } from "../debugger-context.ts";
import { DiffView } from "./diff-view.tsx";
import { Facts, Section } from "./facts.tsx";
import { parseJson } from "./parse-json.ts";
import { ValueTree } from "./value-tree.tsx";

/** A tool call: its arguments, from the turn that asked for it, and its result, rendered or as it was. */
export function ToolView({ message }: { readonly message: ToolMessage }): ReactElement {
  const translate = useTranslations("trace.entry");
  const outcome = useTranslations("trace.outcome");
  const format = useFormat();
  const { model, selectSequence } = useDebugger();
  const asked = model.graph.calls.get(message.toolCallId)?.turn.sequence;
  const exitCode = message.metadata?.["exitCode"];
  return (
    <>
      <Facts
        facts={[
          [
            translate("tool"),
            <code key="tool" className="font-mono text-11">
              {message.toolName}
            </code>,
          ],
          [translate("outcome"), outcome(message.outcome)],
          [translate("exitCode"), typeof exitCode === "number" ? String(exitCode) : null],
          [translate("took"), format.duration(message.durationMs)],
          [translate("returned"), format.tokens(message.tokens)],
          [translate("at"), <Time key="at" at={message.at} />],
          [
            translate("askedBy"),
            asked === undefined ? null : (
              <button
                key="asked"
                type="button"
                className="link"
                onClick={() => {
                  selectSequence(asked);
                }}
              >
                {`#${asked}`}
              </button>
            ),
          ],
        ]}
      />
      {asked !== undefined && <Arguments sequence={asked} toolCallId={message.toolCallId} />}
      <Result message={message} />
    </>
  );
}

function Arguments({
  sequence,
  toolCallId,
}: {
  readonly sequence: number;
  readonly toolCallId: string;
}): ReactElement | null {
  const translate = useTranslations("trace.entry");
  const api = useTRPC();
  const { workspace, trace } = useDebugger();
  const turn = useQuery(
    api.traces.entry.queryOptions({ workspace, id: trace.id, sequence }, { staleTime: Infinity }),
  );
  if (turn.isPending) return <SkeletonRows rows={2} className="px-4" />;
  if (turn.data?.kind !== "message" || turn.data.role !== "assistant") return null;
  const call = turn.data.toolCalls.find((one) => one.id === toolCallId);
  if (!call) return null;
  return (
    <Section
      title={translate("arguments")}
      action={<CopyButton text={call.arguments} label={translate("copyArguments")} />}
    >
      <ValueTree value={parseJson(call.arguments)} />
    </Section>
  );
}

type Look = "rendered" | "raw";

function Result({ message }: { readonly message: ToolMessage }): ReactElement {
  const translate = useTranslations("trace.entry");
  const [look, setLook] = useState<Look>("rendered");
  return (
    <Section
      title={message.title || translate("result")}
      action={
        <Segmented
          label={translate("look")}
          value={look}
          onChange={setLook}
          segments={[
            { value: "rendered", label: translate("rendered") },
            { value: "raw", label: translate("rawText") },
          ]}
        />
      }
    >
      {look === "raw" ? <CodeBlock code={message.output} wrap /> : <Rendered message={message} />}
    </Section>
  );
}

function Rendered({ message }: { readonly message: ToolMessage }): ReactElement {
  const diff = message.metadata?.["diff"];
  if (typeof diff === "string" && diff !== "") return <DiffView diff={diff} />;
  const value = parseJson(message.output);
  if (typeof value === "object" && value !== null) return <ValueTree value={value} />;
  // Only what looks like prose is set as Markdown; file contents and listings keep their line breaks.
  if (/^#{1,4} |\n#{1,4} |```/.test(message.output))
    return <Markdown text={message.output} size="interface" />;
  return <CodeBlock code={message.output} wrap />;
}
