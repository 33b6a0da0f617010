"use client";
import type { MissingFinding } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { PinBack } from "../inspector/compaction/pin-back.tsx";
import { useCompaction } from "../inspector/compaction/use-compaction.ts";
import { useActions, useLog } from "../state/debugger-provider.tsx";
import { toolAt } from "../state/trace-model.ts";

export type LackedProps = {
  readonly missing: MissingFinding;
  /** The damage that is left; empty where the log does not say. */
  readonly broken: string;
};

/** The verdict of a run whose context no longer had something: what, since when, what came of it, and how to put it back. */
export function Lacked({ missing, broken }: LackedProps): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const format = useFormat();
  const { changeView, selectSequence } = useActions();
  const entries = useLog(({ model }) => model.entries);
  const pinned = useCompaction(missing.sequence).data?.pinned ?? [];
  const [first, ...others] = missing.facts;
  if (first === undefined) return null;
  const told = translate("lackedRule", {
    ...{ text: first.text, sequence: missing.failedAt },
    name: toolAt(entries, missing.failedAt),
  });
  const link = (sequence: number): ReactElement => (
    <button
      type="button"
      className="link pointer-events-auto"
      onClick={() => {
        selectSequence(sequence);
      }}
    >
      {`#${sequence}`}
    </button>
  );
  return (
    <>
      <p title={told} className="line-clamp-2 text-13 font-semibold phone:line-clamp-3">
        {told}
      </p>
      <p className="line-clamp-2 text-12 text-ink-2">
        {translate.rich("lackedWay", {
          others: others.length,
          ...{ before: format.tokens(missing.beforeTokens), after: format.tokens(missing.afterTokens) },
          ...{ source: () => link(first.source), compaction: () => link(missing.sequence) },
        })}
      </p>
      {broken !== "" && (
        <p title={broken} className="truncate text-12 text-error">
          {broken}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-x-2 text-12">
        <PinBack text={first.text} pinned={pinned.includes(first.text)} sequence={missing.sequence} />
        <Button
          variant="ghost"
          onClick={() => {
            changeView({ mainView: "context", sequence: missing.sequence });
          }}
        >
          {translate("openContext")}
        </Button>
      </div>
    </>
  );
}
