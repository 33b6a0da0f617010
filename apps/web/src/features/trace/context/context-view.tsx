"use client";
import { filledWindow, windowCallsAt, windowIndexAt, windowSequence } from "@goaltrace/core/diagnose";
import type { WindowCall } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Select } from "../../../ui/select.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { useCompaction } from "../inspector/compaction/use-compaction.ts";
import { ExactRequest } from "../inspector/context/exact-request.tsx";
import { OmittedParts } from "../inspector/context/omitted-parts.tsx";
import { Loaded } from "../inspector/loaded.tsx";
import { useCall } from "../inspector/use-call.ts";
import { useContextParts } from "../inspector/use-context-parts.ts";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { usePhone } from "../parts/use-phone.ts";
import { compactionsBy } from "./compactions-by.ts";
import { Forgotten } from "./forgotten.tsx";
import { missedFacts } from "./missed-facts.ts";
import { Skyline } from "./skyline.tsx";
import { useWindows } from "./use-windows.ts";
import { WindowList } from "./window-list.tsx";
import { planNumbers } from "../state/plan-order.ts";

/** The context window from call to call: how it fills, what was removed and when, and what was forgotten. */
export function ContextView({ following }: { readonly following: boolean }): ReactElement {
  const translate = useTranslations("trace.windows");
  const windows = useWindows();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Loaded query={windows} rows={12}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title={translate("none")} className="p-6">
              {translate("noneHint")}
            </EmptyState>
          ) : (
            <Player all={loaded} following={following} />
          )
        }
      </Loaded>
    </div>
  );
}

type Compared = "previous" | "first" | number;

function Player({
  all,
  following,
}: {
  readonly all: readonly WindowCall[];
  readonly following: boolean;
}): ReactElement {
  const translate = useTranslations("trace.windows");
  const { selectSequence, reportWindow } = useActions();
  const view = useView(({ sequence, moment }) => ({ sequence, moment }));
  const last = useLog((log) => log.model.entries.at(-1)?.q ?? 0);
  const isPhone = usePhone();
  const [chosen, setChosen] = useState<Compared>("previous");
  const calls = useMemo(() => windowCallsAt(all, view.moment ?? last), [all, view.moment, last]);
  const model = useLog((log) => log.model);
  const summaries = useMemo(() => compactionsBy(model.entries, "summarise"), [model]);
  const clearings = useMemo(() => compactionsBy(model.entries, "clear"), [model]);
  const shown = following ? null : view.sequence;
  // The effect of a compaction is visible in the call after it.
  const isSummary = shown !== null && summaries.includes(shown);
  const after = isSummary ? calls.find(({ startedSequence }) => startedSequence > shown) : undefined;
  const current = windowIndexAt(calls, after?.startedSequence ?? shown ?? last);
  const call = calls[current];
  const from = calls[0]?.startedSequence;
  useEffect(() => {
    reportWindow(from === undefined ? null : { from, to: last });
    return () => {
      reportWindow(null);
    };
  }, [reportWindow, from, last]);
  const summary = call && summaries.findLast((sequence) => sequence < call.startedSequence);
  const missed = useMissed(summaries.at(-1), calls);
  if (call === undefined) return <SkeletonRows rows={8} className="px-4 py-2" />;
  const comparedIndex =
    chosen === "first"
      ? 0
      : chosen === "previous"
        ? null
        : calls.findIndex(({ startedSequence }) => startedSequence === chosen);
  const compared =
    comparedIndex === null || comparedIndex < 0 || comparedIndex === current ? null : comparedIndex;
  return (
    <>
      <Bar
        call={call}
        place={{ index: current, of: calls.length }}
        compared={compared === null ? null : (calls[compared] ?? null)}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Skyline
        calls={calls}
        current={current}
        compared={compared}
        compacted={callsAfter(calls, summaries)}
        cleared={callsAfter(calls, clearings)}
        missed={missed.flatMap((fact) => calls.indexOf(fact.call))}
        onChoose={(index, isComparison) => {
          const target = calls[index];
          if (!target) return;
          if (isComparison) setChosen(target.startedSequence);
          else selectSequence(windowSequence(target));
        }}
      />
      <div className={classNames("min-h-0 flex-1", isPhone ? "overflow-y-auto" : "flex")}>
        <div className={isPhone ? "" : "min-w-0 flex-1 overflow-y-auto"}>
          <Request call={call} compared={compared === null ? null : (calls[compared] ?? null)} />
        </div>
        <div
          className={classNames(
            isPhone
              ? "border-t border-line"
              : "w-[38%] max-w-105 flex-none overflow-y-auto border-l border-line",
          )}
        >
          {summary === undefined ? (
            <>
              <p className="px-4 py-3 text-12 text-ink-2">{translate("noCompaction")}</p>
              <Omitted sequence={windowSequence(call)} />
            </>
          ) : (
            <Forgotten key={summary} sequence={summary} calls={calls} />
          )}
        </div>
      </div>
    </>
  );
}

/** Returns the indexes of the first calls after entries. */
function callsAfter(calls: readonly WindowCall[], sequences: readonly number[]): readonly number[] {
  return sequences.flatMap((sequence) => {
    const index = calls.findIndex(({ startedSequence }) => startedSequence > sequence);
    return index < 0 ? [] : [index];
  });
}

/** The facts dropped by the last compaction that were requested again. */
function useMissed(
  sequence: number | undefined,
  calls: readonly WindowCall[],
): ReturnType<typeof missedFacts> {
  const compaction = useCompaction(sequence ?? null);
  return useMemo(
    () => (compaction.data === undefined ? [] : missedFacts(compaction.data, calls)),
    [compaction.data, calls],
  );
}

function Omitted({ sequence }: { readonly sequence: number }): ReactElement {
  const parts = useContextParts(sequence);
  return (
    <Loaded query={parts} rows={3}>
      {(context) => (context === null ? null : <OmittedParts context={context} />)}
    </Loaded>
  );
}

function Request({
  call,
  compared,
}: {
  readonly call: WindowCall;
  readonly compared: WindowCall | null;
}): ReactElement {
  const translate = useTranslations("inspector.context");
  const sequence = windowSequence(call);
  const query = useCall(sequence, compared === null ? undefined : windowSequence(compared));
  return (
    <Loaded query={query} rows={8}>
      {(loaded) =>
        loaded === null ? (
          <p className="p-4 text-12 text-ink-2">{translate("noCall")}</p>
        ) : (
          <>
            <WindowList
              key={loaded.story.callId}
              call={loaded}
              sequence={sequence}
              previousSequence={
                loaded.previous === null
                  ? null
                  : (loaded.previous.answer?.sequence ?? loaded.previous.startedSequence)
              }
              isPrevious={compared === null}
            />
            <ExactRequest sequence={sequence} />
          </>
        )
      }
    </Loaded>
  );
}

/** Names the shown call, its goal and the call that it is compared with, the number of calls, and the totals. */
function Bar({
  call,
  place,
  compared,
  chosen,
  onChoose,
}: {
  readonly call: WindowCall;
  readonly place: { readonly index: number; readonly of: number };
  readonly compared: WindowCall | null;
  readonly chosen: Compared;
  readonly onChoose: (compared: Compared) => void;
}): ReactElement {
  const translate = useTranslations("trace.windows");
  const format = useFormat();
  const goal = useLog(({ model }) => model.graph.goals.get(call.goalId)?.title ?? "");
  const number = useLog(({ model }) => planNumbers(model.graph).get(call.goalId) ?? "");
  const filled = filledWindow(call);
  const { answer } = call;
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-12">
      <b className="flex-none">{translate("place", { index: place.index + 1, of: place.of })}</b>
      <span className="flex-none rounded-sm border border-line px-1 font-semibold">{`#${windowSequence(call)}`}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2" title={goal}>
        {`${number} ${goal}`.trim()}
      </span>
      <Select
        aria-label={translate("comparedWith")}
        value={String(chosen)}
        onChange={(event) => {
          const { value } = event.target;
          onChoose(value === "previous" || value === "first" ? value : Number(value));
        }}
        className="flex-none"
      >
        <option value="previous">{translate("compared.previous")}</option>
        <option value="first">{translate("compared.first")}</option>
        {typeof chosen === "number" && (
          <option value={chosen}>
            {translate("compared.call", {
              sequence: `#${compared === null ? chosen : windowSequence(compared)}`,
            })}
          </option>
        )}
      </Select>
      <p className="flex-none tabular-nums">
        <b>{format.count(filled.tokens)}</b> {translate(filled.exact ? "inExact" : "inEstimated")}
        {answer !== null && filled.exact && (
          <>
            {" · "}
            {translate("cached", {
              tokens: format.count(filled.cachedTokens),
              share: format.share(filled.tokens === 0 ? null : filled.cachedTokens / filled.tokens),
            })}
            {" · "}
            <b>{format.cost(answer.cost)}</b>
          </>
        )}
        {answer === null && ` · ${translate("running")}`}
      </p>
    </div>
  );
}
