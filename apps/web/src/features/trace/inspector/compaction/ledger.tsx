"use client";
import type { LedgerLine } from "@goaltrace/core/log";
import { Check, FileText, Hash, Pencil, ShieldQuestionMark, Split, Target, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../../lib/class-names.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { Segmented } from "../../../../ui/segmented.tsx";
import { useActions } from "../../state/debugger-provider.tsx";
import { IncrementalList } from "../incremental-list.tsx";
import { LEDGER_STATES, ledgerCounts, ledgerLines } from "./ledger-lines.ts";
import type { LedgerFilter } from "./ledger-lines.ts";
import { PinBack } from "./pin-back.tsx";
import type { Compaction } from "./use-compaction.ts";

const KINDS: Readonly<Record<LedgerLine["kind"], LucideIcon>> = {
  goal: Target,
  requirement: ShieldQuestionMark,
  decision: Split,
  file: FileText,
  number: Hash,
};
const STATES: Readonly<Record<LedgerLine["state"], LucideIcon>> = {
  dropped: X,
  reworded: Pencil,
  kept: Check,
};
const FIRST = 60;

/** The content of the folded messages and what happened to it, as determined by code, dropped lines first. Only dropped lines can be pinned back. */
export function Ledger({ compaction }: { readonly compaction: Compaction }): ReactElement {
  const translate = useTranslations("inspector.compaction");
  const [filter, setFilter] = useState<LedgerFilter>("all");
  const { ledger } = compaction.data;
  const counts = ledgerCounts(ledger);
  return (
    <section className="border-b border-line px-4 py-3" aria-label={translate("ledger")}>
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-12 font-semibold">{translate("ledger")}</h3>
        {ledger.length > 0 && (
          <Segmented
            label={translate("filter")}
            value={filter}
            onChange={setFilter}
            segments={(["all", ...LEDGER_STATES] as const).map((value) => ({
              value,
              label: translate(`count.${value}`, { count: counts[value] }),
            }))}
          />
        )}
      </div>
      {ledger.length === 0 ? (
        <p className="text-12 text-ink-2">{translate("ledgerEmpty")}</p>
      ) : (
        <IncrementalList key={filter} items={ledgerLines(ledger, filter)} first={FIRST}>
          {(line) => (
            <LedgerRow
              key={`${line.kind} ${line.text}`}
              line={line}
              pinned={compaction.pinned.includes(line.text)}
              sequence={compaction.sequence}
            />
          )}
        </IncrementalList>
      )}
    </section>
  );
}

/** One full line, wrapped if long, with its state below. */
function LedgerRow({
  line,
  pinned,
  sequence,
}: {
  readonly line: LedgerLine;
  readonly pinned: boolean;
  readonly sequence: number;
}): ReactElement {
  const translate = useTranslations("inspector.compaction");
  const { selectSequence } = useActions();
  const dropped = line.state === "dropped";
  return (
    <li className="grid min-h-7 grid-cols-[16px_minmax(0,1fr)] items-start gap-x-2 text-12 phone:min-h-11">
      <span title={translate(`kind.${line.kind}`)} className="grid h-7 place-items-center phone:h-11">
        <Icon icon={KINDS[line.kind]} size={14} className="text-ink-3" />
        <span className="sr-only">{translate(`kind.${line.kind}`)}</span>
      </span>
      <div className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-2 phone:min-h-11">
        {line.sequence > 0 ? (
          <button
            type="button"
            className="min-w-0 flex-auto py-1.5 text-left [overflow-wrap:anywhere] hover:underline phone:min-h-11"
            onClick={() => {
              selectSequence(line.sequence);
            }}
          >
            {line.text}
          </button>
        ) : (
          <span className="min-w-0 flex-auto py-1.5 [overflow-wrap:anywhere]">{line.text}</span>
        )}
        <span
          className={classNames(
            "ml-auto inline-flex flex-none items-center gap-1",
            dropped ? "text-warn" : "text-ink-2",
          )}
        >
          <Icon icon={STATES[line.state]} size={14} />
          {translate(`state.${line.state}`)}
        </span>
        {dropped && <PinBack text={line.text} pinned={pinned} sequence={sequence} />}
        {line.now !== undefined && (
          <span className="basis-full pb-1.5 text-ink-2 [overflow-wrap:anywhere]">
            {translate("now", { text: line.now })}
          </span>
        )}
      </div>
    </li>
  );
}
