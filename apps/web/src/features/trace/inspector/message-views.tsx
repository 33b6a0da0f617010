"use client";
import type { AssistantMessage, UserMessage } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { Markdown } from "../../../ui/markdown.tsx";
import { Time } from "../../../ui/time.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import { RunningOutput } from "../parts/running-output.tsx";
import { Disclosure } from "../why/disclosure.tsx";
import { SequenceLink } from "../why/sequence-link.tsx";
import { ArgumentsView } from "./arguments-view.tsx";
import { Facts, Section } from "./facts.tsx";
import { LargeText, INITIAL_CHARACTERS } from "./large-text.tsx";
import { PartView } from "./part-view.tsx";
import { useEntryOrigin } from "./use-entry-origin.ts";

/** A message from a person or the runtime. */
export function UserView({ message }: { readonly message: UserMessage }): ReactElement {
  const translate = useTranslations("inspector.entry");
  const format = useFormat();
  return (
    <>
      <Facts
        facts={[
          [translate("from"), translate(message.author)],
          [translate("tokens"), format.tokens(message.tokens)],
          [translate("at"), <Time precision="exact" key="at" at={message.at} />],
        ]}
      />
      <Section title={translate("text")}>
        {message.parts.map((part, index) =>
          part.type === "text" && part.text.length > INITIAL_CHARACTERS ? (
            <LargeText
              key={index}
              text={part.text}
              total={part.text.length}
              sequence={message.sequence}
              field={`parts.${index}.text`}
            />
          ) : (
            <PartView key={index} part={part} />
          ),
        )}
      </Section>
    </>
  );
}

/** A model answer: its text, its reasoning, and its tool calls with links to their results. */
export function AssistantView({ message }: { readonly message: AssistantMessage }): ReactElement {
  const translate = useTranslations("inspector.entry");
  const format = useFormat();
  const entryOrigin = useEntryOrigin();
  const model = useLog((log) => log.model);
  const [reasoningOpen, setReasoningOpen] = useState(false);
  return (
    <>
      <Facts
        facts={[
          [translate("where"), entryOrigin(message)],
          [translate("model"), message.model],
          [translate("took"), format.duration(message.durationMs)],
          [translate("finish"), translate(`finishReason.${message.finishReason}`)],
          [translate("at"), <Time precision="exact" key="at" at={message.at} />],
        ]}
      />
      {message.reasoning !== "" && (
        <Disclosure
          label={translate("reasoning")}
          aside={format.tokens(message.usage.reasoningTokens)}
          open={reasoningOpen}
          onToggle={setReasoningOpen}
        >
          <Markdown text={message.reasoning} size="interface" className="px-4 pb-3 text-ink-2" />
        </Disclosure>
      )}
      {message.text !== "" && (
        <Section title={translate("text")}>
          <Markdown text={message.text} size="interface" />
        </Section>
      )}
      {message.toolCalls.map((call) => {
        const recorded = model.graph.calls.get(call.id);
        const result = recorded?.turn.calls[recorded.index];
        return (
          <div key={call.id} className="border-b border-line last:border-0">
            <ArgumentsView call={call} title={call.name} />
            <div className="px-4 pb-2 empty:hidden">
              <RunningOutput call={call} />
            </div>
            {result && result.outcome !== "running" && (
              <div className="px-4 pb-2">
                <SequenceLink
                  sequence={result.sequence}
                  aside={result.durationMs === null ? undefined : format.duration(result.durationMs)}
                >
                  {result.description || translate("result")}
                </SequenceLink>
              </div>
            )}
          </div>
        );
      })}
    </>
  );
}
