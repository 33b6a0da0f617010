"use client";
import { windowSequence } from "@goaltrace/core/diagnose";
import type { WindowCall } from "@goaltrace/core/diagnose";
import type { LedgerLine } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { CrowdedNote } from "../inspector/compaction/crowded-note.tsx";
import { Ledger } from "../inspector/compaction/ledger.tsx";
import { PinBack } from "../inspector/compaction/pin-back.tsx";
import { useCompaction } from "../inspector/compaction/use-compaction.ts";
import type { Compaction } from "../inspector/compaction/use-compaction.ts";
import { Loaded } from "../inspector/loaded.tsx";
import { useActions } from "../state/debugger-provider.tsx";
import { missedFacts } from "./missed-facts.ts";
import type { MissedFact } from "./missed-facts.ts";

/** The lines that the last compaction before a call dropped, reworded and kept, beginning with those that the model then requested again. */
export function Forgotten({
  sequence,
  calls,
}: {
  readonly sequence: number;
  /** The calls up to the moment shown. */
  readonly calls: readonly WindowCall[];
}): ReactElement {
  const translate = useTranslations("trace.windows");
  const { selectSequence, changeView } = useActions();
  const compaction = useCompaction(sequence);
  return (
    <section aria-label={translate("forgot", { sequence: `#${sequence}` })}>
      <header className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h3 className="font-semibold">{translate("forgot", { sequence: `#${sequence}` })}</h3>
        <button
          type="button"
          className="link flex-none text-12 phone:min-h-11"
          onClick={() => {
            selectSequence(sequence);
            changeView({ tab: "io" });
          }}
        >
          {translate("openCompaction")}
        </button>
      </header>
      <Loaded query={compaction}>
        {(loaded) => (
          <>
            <CrowdedNote compaction={loaded} />
            <Missed compaction={loaded} calls={calls} />
            <Ledger compaction={loaded} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Missed({
  compaction,
  calls,
}: {
  readonly compaction: Compaction;
  readonly calls: readonly WindowCall[];
}): ReactElement | null {
  const translate = useTranslations("trace.windows");
  const facts = missedFacts(compaction, calls);
  const dropped = compaction.data.ledger.filter(({ state }) => state === "dropped").length;
  if (compaction.data.ledger.length === 0) return null;
  if (facts.length === 0)
    return (
      <p className="border-b border-line px-4 py-3 text-12 text-ink-2">
        {dropped === 0 ? translate("droppedNothing") : translate("missedNothing", { count: dropped })}
      </p>
    );
  return (
    <ul className="border-b border-line">
      {facts.map((fact) => (
        <MissedRow key={`${fact.source} ${fact.lines[0]?.text ?? ""}`} fact={fact} compaction={compaction} />
      ))}
    </ul>
  );
}

function MissedRow({
  fact,
  compaction,
}: {
  readonly fact: MissedFact;
  readonly compaction: Compaction;
}): ReactElement {
  const translate = useTranslations("trace.windows");
  const { selectSequence } = useActions();
  const link = (sequence: number): ReactElement => (
    <button
      type="button"
      className="link"
      onClick={() => {
        selectSequence(sequence);
      }}
    >
      {`#${sequence}`}
    </button>
  );
  return (
    <li className="px-4 py-3 text-12 not-last:border-b not-last:border-line">
      {fact.lines.map((line: LedgerLine) => (
        <div key={line.text} className="flex flex-wrap items-center gap-x-2">
          <b className="min-w-0 flex-1 text-13 [overflow-wrap:anywhere] text-error">{`“${line.text}”`}</b>
          {line.state === "dropped" && (
            <PinBack
              text={line.text}
              pinned={compaction.pinned.includes(line.text)}
              sequence={compaction.sequence}
            />
          )}
        </div>
      ))}
      <p className="text-ink-2">{translate.rich("stated", { source: () => link(fact.source) })}</p>
      <LifeLine before={fact.callsWith} after={fact.callsWithout} until={windowSequence(fact.call)} />
      <p>{translate.rich("askedAgain", { at: () => link(windowSequence(fact.call)) })}</p>
    </li>
  );
}

/** The number of calls that contained a fact, and the number without it until the model requested it again. */
function LifeLine({
  before,
  after,
  until,
}: {
  readonly before: number;
  readonly after: number;
  /** The call that requested it again. */
  readonly until: number;
}): ReactElement {
  const translate = useTranslations("trace.windows");
  return (
    <div className="my-2 flex text-11 text-ink-3">
      <div style={{ flexGrow: Math.max(1, before) }} className="min-w-20 basis-0">
        <span aria-hidden="true" className="block h-0 border-t-2 border-ink-2" />
        {translate("withFact", { count: before })}
      </div>
      <div style={{ flexGrow: Math.max(1, after) }} className="relative min-w-36 basis-0 pl-1">
        <span aria-hidden="true" className="block h-0 border-t-2 border-dashed border-error" />
        <span aria-hidden="true" className="absolute -top-1 right-0 size-2.5 rotate-45 bg-error" />
        {translate("withoutFact", { count: after, until: `#${until}` })}
      </div>
    </div>
  );
}
