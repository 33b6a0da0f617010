"use client";
import type { AssistantMessage, ContentPart, Entry, UserMessage } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { Markdown } from "../../../ui/markdown.tsx";
import { Time } from "../../../ui/time.tsx";
import { useDebugger } from "../debugger-context.ts";
import { Facts, Section } from "./facts.tsx";
import { parseJson } from "./parse-json.ts";
import { ToolView } from "./tool-view.tsx";
import { ValueTree } from "./value-tree.tsx";

/** One entry: what went in and what came out, with its facts. */
export function EntryView({ entry }: { readonly entry: Entry }): ReactElement {
  const translate = useTranslations("trace.entry");
  if (entry.kind !== "message") {
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
            [translate("at"), <Time key="at" at={entry.at} />],
          ]}
        />
        <Section title={translate("data")}>
          <ValueTree value={entry.kind === "event" ? entry.data : entry.raw} />
        </Section>
      </>
    );
  }
  switch (entry.role) {
    case "user":
      return <UserView message={entry} />;
    case "assistant":
      return <AssistantView message={entry} />;
    case "tool":
      return <ToolView message={entry} />;
  }
}

function UserView({ message }: { readonly message: UserMessage }): ReactElement {
  const translate = useTranslations("trace.entry");
  const format = useFormat();
  return (
    <>
      <Facts
        facts={[
          [translate("from"), translate(message.author)],
          [translate("tokens"), format.tokens(message.tokens)],
          [translate("at"), <Time key="at" at={message.at} />],
        ]}
      />
      <Section title={translate("text")}>
        {message.parts.map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </Section>
    </>
  );
}

function Part({ part }: { readonly part: ContentPart }): ReactElement {
  if (part.type === "text") return <Markdown text={part.text} size="interface" />;
  return (
    <p className="text-12 text-ink-2">
      {part.type === "file" ? `${part.name} · ${part.mediaType}` : part.mediaType}
    </p>
  );
}

function AssistantView({ message }: { readonly message: AssistantMessage }): ReactElement {
  const translate = useTranslations("trace.entry");
  const format = useFormat();
  const { model } = useDebugger();
  const { usage } = message;
  const attempts =
    model.graph.edges.get(message.goalId)?.turns.find((turn) => turn.sequence === message.sequence)
      ?.attempts ?? 1;
  return (
    <>
      <Facts
        facts={[
          [translate("model"), message.model],
          [
            translate("input"),
            translate("inputTokens", {
              tokens: format.tokens(usage.inputTokens),
              cached: format.tokens(usage.cachedTokens),
            }),
          ],
          [
            translate("output"),
            translate("outputTokens", {
              tokens: format.tokens(usage.outputTokens),
              reasoning: format.tokens(usage.reasoningTokens),
            }),
          ],
          [translate("counted"), usage.estimated ? translate("estimated") : translate("exact")],
          [translate("cost"), format.cost(message.cost)],
          [translate("took"), format.duration(message.durationMs)],
          [
            translate("firstToken"),
            message.firstTokenMs === null ? null : format.duration(message.firstTokenMs),
          ],
          [translate("attempts"), format.count(attempts)],
          [translate("finish"), message.finishReason],
          [translate("at"), <Time key="at" at={message.at} />],
        ]}
      />
      {message.reasoning !== "" && (
        <details className="border-b border-line px-4 py-3">
          <summary className="text-12 font-semibold">{translate("reasoning")}</summary>
          <Markdown text={message.reasoning} size="interface" className="mt-2 text-ink-2" />
        </details>
      )}
      {message.text !== "" && (
        <Section title={translate("text")}>
          <Markdown text={message.text} size="interface" />
        </Section>
      )}
      {message.toolCalls.map((call) => (
        <Section key={call.id} title={call.name}>
          {call.problem && <p className="mb-2 text-12 text-error">{call.problem.message}</p>}
          <ValueTree value={parseJson(call.arguments)} />
        </Section>
      ))}
    </>
  );
}
