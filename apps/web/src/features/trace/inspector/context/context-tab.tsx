"use client";
import type { ContextRow } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { useActions } from "../../state/debugger-provider.tsx";
import { CrowdedNote } from "../compaction/crowded-note.tsx";
import { Ledger } from "../compaction/ledger.tsx";
import { useCompaction } from "../compaction/use-compaction.ts";
import { Loaded } from "../loaded.tsx";
import { useCall } from "../use-call.ts";
import type { InspectedCall } from "../use-call.ts";
import { useContextParts } from "../use-context-parts.ts";
import { breakCost } from "./break-cost.ts";
import { ContextBar } from "./context-bar.tsx";
import { ContextRows } from "./context-rows.tsx";
import { ExactRequest } from "./exact-request.tsx";
import { OmittedParts } from "./omitted-parts.tsx";
import { WindowBars } from "./window-bars.tsx";

/** The request of the model call of an entry: its parts, their sources, and the changes since the previous call. */
export function ContextTab({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("inspector.context");
  const call = useCall(sequence);
  return (
    <Loaded query={call} rows={12}>
      {(loaded) =>
        loaded === null ? (
          <p className="p-4 text-12 text-ink-2">{translate("noCall")}</p>
        ) : (
          <CallContext key={loaded.story.callId} call={loaded} sequence={sequence} />
        )
      }
    </Loaded>
  );
}

function CallContext({
  call,
  sequence,
}: {
  readonly call: InspectedCall;
  readonly sequence: number;
}): ReactElement {
  const [selected, setSelected] = useState<ContextRow["kind"] | null>(null);
  const { story, previous, context, price } = call;
  const inspectedSequence = inspectionSequence(story);
  return (
    <>
      <Head call={call} selectedSequence={sequence} />
      <div className="px-4 pt-2 pb-3">
        <ContextBar
          rows={context.rows}
          breakAt={context.break?.at ?? null}
          selected={selected}
          onSelect={setSelected}
        />
      </div>
      <ContextRows
        sequence={inspectedSequence}
        rows={context.rows}
        broken={context.break}
        breakCost={context.break === null ? null : breakCost(context.break.tokens, price)}
        previousSequence={previous === null ? null : inspectionSequence(previous)}
        selected={selected}
        onSelect={setSelected}
      />
      <CompactedParts sequence={inspectedSequence} previous={previous?.startedSequence ?? 0} />
      <ExactRequest sequence={inspectedSequence} />
    </>
  );
}

/** The parts omitted from the request, and the ledger when the summary was written since the previous call. */
function CompactedParts({
  sequence,
  previous,
}: {
  readonly sequence: number;
  readonly previous: number;
}): ReactElement {
  const parts = useContextParts(sequence);
  return (
    <Loaded query={parts} rows={3}>
      {(contextParts) => {
        if (contextParts === null) return null;
        const fold = contextParts.folds.at(-1);
        return (
          <>
            <OmittedParts context={contextParts} />
            {fold && fold.sequence > previous && <CallLedger sequence={fold.sequence} />}
          </>
        );
      }}
    </Loaded>
  );
}

function CallLedger({ sequence }: { readonly sequence: number }): ReactElement {
  const compaction = useCompaction(sequence);
  return (
    <Loaded query={compaction}>
      {(loaded) => (
        <>
          <CrowdedNote compaction={loaded} />
          <Ledger compaction={loaded} />
        </>
      )}
    </Loaded>
  );
}

type Story = InspectedCall["story"];

/** Returns the entry to show for a call: its answer, or its request before that. */
function inspectionSequence(story: Story): number {
  return story.answer?.sequence ?? story.startedSequence;
}

function Head({
  call,
  selectedSequence,
}: {
  readonly call: InspectedCall;
  readonly selectedSequence: number;
}): ReactElement {
  const translate = useTranslations("inspector.context");
  const format = useFormat();
  const { selectSequence } = useActions();
  const { story, previous, context, totalTokens, exact, estimateOff } = call;
  const cached = exact ? (story.answer?.usage.cachedTokens ?? 0) : null;
  const inspectedSequence = inspectionSequence(story);
  const missed = exact && cached !== null && context.break === null && cached < context.sentBefore / 2;
  return (
    <div className="border-b border-line px-4 py-3">
      {inspectedSequence !== selectedSequence && (
        <p className="mb-2 text-12 text-ink-2">
          {translate.rich("ofCall", {
            call: () => (
              <button
                type="button"
                className="link"
                onClick={() => {
                  selectSequence(inspectedSequence);
                }}
              >
                {`#${inspectedSequence}`}
              </button>
            ),
          })}
        </p>
      )}
      <p className="mb-2 flex flex-wrap gap-x-5 text-12">
        <span>
          <b>{format.count(totalTokens)}</b> {translate(exact ? "tokensExact" : "tokensEstimated")}
        </span>
        {cached !== null && (
          <span>
            <b>{format.count(cached)}</b>{" "}
            {translate("cached", { share: format.share(totalTokens === 0 ? null : cached / totalTokens) })}
          </span>
        )}
        {cached !== null && (
          <span>
            <b>{format.count(totalTokens - cached)}</b> {translate("fullPrice")}
          </span>
        )}
      </p>
      <WindowBars
        window={story.report.window}
        compactsAt={call.compactsAt}
        bars={[
          ...(previous === null
            ? []
            : [
                {
                  name: `#${inspectionSequence(previous)}`,
                  tokens: previous.answer?.usage.inputTokens ?? previous.report.totalTokens,
                  cachedTokens: previous.answer?.usage.cachedTokens ?? 0,
                  report: previous.report,
                },
              ]),
          {
            name: `#${inspectedSequence}`,
            tokens: totalTokens,
            cachedTokens: cached ?? 0,
            report: story.report,
          },
        ]}
      />
      <p className="mt-1 text-11 text-ink-3">
        {estimateOff === null
          ? translate("partsEstimated")
          : translate("partsEstimatedOff", { share: format.share(estimateOff) })}
      </p>
      {missed && (
        <p className="mt-2 text-12 text-ink-2">
          {translate("missed", { cached: format.count(cached), sent: format.count(context.sentBefore) })}
        </p>
      )}
    </div>
  );
}
