"use client";
import type { MissingFinding } from "@goaltrace/core/diagnose";
import { Unlink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { PinBack } from "../inspector/compaction/pin-back.tsx";
import { useCompaction } from "../inspector/compaction/use-compaction.ts";
import { useActions, useLog } from "../state/debugger-provider.tsx";
import { toolAt } from "../state/trace-model.ts";
import { Reason } from "./reason.tsx";
import { SequenceLink } from "./sequence-link.tsx";

type Fact = MissingFinding["facts"][number];

/** The facts that the agent no longer had when its calls failed: each with its way through the log, and how to put it back. */
export function MissingView({ finding }: { readonly finding: MissingFinding }): ReactElement {
  const translate = useTranslations("inspector.why.missing");
  const { changeView } = useActions();
  const { sequence, facts } = finding;
  const pinned = useCompaction(sequence).data?.pinned ?? [];
  return (
    <Reason icon={Unlink} tone="error" title={translate("title")}>
      {facts.map((fact) => (
        <div key={fact.text} className="pb-2">
          <p className="py-1 font-semibold [overflow-wrap:anywhere]">{`“${fact.text}”`}</p>
          <Way finding={finding} fact={fact} />
        </div>
      ))}
      <p className="text-12">
        <span className="text-ink-3">{translate("fix")}</span> {translate("pinIt", { count: facts.length })}
      </p>
      {facts.map(({ text }) => (
        <div key={text} className="flex flex-wrap items-center gap-x-2 py-1 text-12">
          {facts.length > 1 && <span className="min-w-0 flex-1 truncate text-ink-2">{`“${text}”`}</span>}
          <PinBack text={text} pinned={pinned.includes(text)} sequence={sequence} />
        </div>
      ))}
      <button
        type="button"
        className="link text-12 phone:min-h-11"
        onClick={() => {
          changeView({ mainView: "context", sequence });
        }}
      >
        {translate("openContext")}
      </button>
    </Reason>
  );
}

/** The entries of a fact in order: stated, dropped, missed, and where what failed repeats it. */
function Way({ finding, fact }: { readonly finding: MissingFinding; readonly fact: Fact }): ReactElement {
  const translate = useTranslations("inspector.why.missing");
  const format = useFormat();
  const name = useLog(({ model }) => toolAt(model.entries, finding.failedAt));
  const { source, evidence, againAt } = fact;
  const size = { before: format.tokens(finding.beforeTokens), after: format.tokens(finding.afterTokens) };
  const steps: readonly (readonly [number, string])[] = [
    [source, translate("stated")],
    [finding.sequence, translate("dropped", size)],
    ...(evidence.sequence === finding.failedAt
      ? []
      : [[finding.failedAt, translate("failed", { name })] as const]),
    [evidence.sequence, translate("repeats", { text: evidence.text })],
    ...(againAt === null || againAt === evidence.sequence ? [] : [[againAt, translate("again")] as const]),
  ];
  return (
    <>
      {steps
        .toSorted(([left], [right]) => left - right)
        .map(([sequence, text]) => (
          <SequenceLink key={sequence} sequence={sequence}>
            {text}
          </SequenceLink>
        ))}
    </>
  );
}
