"use client";
import { INLINE_CALL_LIMIT, expandEdge } from "@goaltrace/core/graph";
import type { GraphCall, GraphTurn, OpenTurn, TurnCount } from "@goaltrace/core/graph";
import { ListEnd } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { openAround } from "../state/url-state.ts";
import { CallContents, TurnContents } from "./step-contents.tsx";

/**
 * The work on an edge: turns with their calls, and brackets around parallel calls. Shows up to twelve calls around the selection and counts
 * the rest. A click on a count shows that part.
 */
export function OpenEdgeRows({
  goalId,
  onMore,
}: {
  readonly goalId: string;
  /** Shows all turns elsewhere. Without it, a count jumps to the part that it represents. */
  readonly onMore?: () => void;
}): ReactElement {
  const translate = useTranslations("trace.edge");
  const view = useView(({ goal, sequence }) => ({ goal, sequence }));
  const model = useLog((log) => log.model);
  const { selectSequence } = useActions();
  const edge = model.graph.edges.get(goalId);
  const shown = expandEdge(model.graph, goalId, {
    around: openAround(view, goalId),
    limit: INLINE_CALL_LIMIT,
  });
  const firstTurn = shown.turns[0]?.turn.sequence ?? 0;
  const lastTurn = shown.turns.at(-1)?.turn.sequence ?? 0;
  const jump = (sequence: number | undefined): void => {
    if (onMore) onMore();
    else if (sequence !== undefined) selectSequence(sequence);
  };

  return (
    <div role="group" aria-label={translate("opened")} className="text-12">
      {shown.turns.length === 0 && <p className="py-1 pl-6 text-11 text-ink-3">{translate("nothing")}</p>}
      <HiddenCount
        count={shown.earlier}
        label={(count) => translate("earlier", count)}
        onClick={() => {
          jump(edge?.turns.findLast((turn) => turn.sequence < firstTurn)?.sequence);
        }}
      />
      {shown.turns.map((open) => (
        <Turn key={open.turn.sequence} open={open} />
      ))}
      <HiddenCount
        count={shown.later}
        label={(count) => translate("later", count)}
        onClick={() => {
          jump(edge?.turns.find((turn) => turn.sequence > lastTurn)?.sequence);
        }}
      />
    </div>
  );
}

/** Rows for turns, calls and counts all have the same height, which the graph layout depends on. */
const ROW =
  "relative flex h-6 w-full items-center gap-2 rounded-sm pr-2 text-left phone:h-11 pointer-coarse:h-11";
const STEM =
  "before:absolute before:top-0 before:bottom-0 before:left-[7px] before:border-l-[1.5px] before:border-line-strong";

type RestProps = {
  readonly count: TurnCount;
  readonly label: (count: { turns: number; calls: number }) => string;
  readonly onClick: () => void;
};

function HiddenCount({ count, label, onClick }: RestProps): ReactElement | null {
  if (count.turns === 0) return null;
  return (
    <button
      type="button"
      onClick={withoutPropagation(onClick)}
      className={classNames(ROW, STEM, "pl-6 text-11 text-ink-3 before:border-dotted hover:text-ink")}
    >
      {label({ turns: count.turns, calls: count.calls })}
    </button>
  );
}

function Turn({ open }: { readonly open: OpenTurn }): ReactElement {
  const translate = useTranslations("trace.edge");
  return (
    <>
      <TurnRow turn={open.turn} />
      {open.calls.map((call, index) => (
        <CallRow key={call.callId} call={call} bracket={callBracket(index, open.calls.length)} />
      ))}
      {open.hiddenCalls > 0 && (
        <p className={classNames(ROW, STEM, "pl-11 text-11 text-ink-3")}>
          <Icon icon={ListEnd} size={12} />
          {translate("hiddenCalls", { count: open.hiddenCalls })}
        </p>
      )}
    </>
  );
}

/** One model call: its sequence, description, tokens and time. */
export function TurnRow({ turn }: { readonly turn: GraphTurn }): ReactElement {
  return (
    <Row sequence={turn.sequence} className={classNames(STEM, "pl-0")}>
      <TurnContents turn={turn} />
    </Row>
  );
}

/** The position of a call among parallel calls. */
export type Bracket = "none" | "first" | "middle" | "last";

export function callBracket(index: number, count: number): Bracket {
  if (count < 2) return "none";
  if (index === 0) return "first";
  return index === count - 1 ? "last" : "middle";
}

const BRACKETS: Readonly<Record<Bracket, string>> = {
  none: "",
  first:
    "after:absolute after:top-[11px] after:bottom-0 after:left-5 after:w-[5px] after:rounded-tl-sm after:border-t after:border-l after:border-ink-3",
  middle: "after:absolute after:inset-y-0 after:left-5 after:w-[5px] after:border-l after:border-ink-3",
  last: "after:absolute after:top-0 after:bottom-[11px] after:left-5 after:w-[5px] after:rounded-bl-sm after:border-b after:border-l after:border-ink-3",
};

/** One tool call with its outcome. */
export function CallRow({
  call,
  bracket,
}: {
  readonly call: GraphCall;
  readonly bracket: Bracket;
}): ReactElement {
  return (
    <Row sequence={call.sequence} className={classNames(STEM, "pl-8", BRACKETS[bracket])}>
      <CallContents call={call} />
    </Row>
  );
}

type RowProps = { readonly sequence: number; readonly className: string; readonly children: ReactNode };

function Row({ sequence, className, children }: RowProps): ReactElement {
  const selected = useView((view) => view.sequence === sequence);
  const { selectSequence } = useActions();
  return (
    <button
      type="button"
      aria-current={selected ? "true" : undefined}
      onClick={withoutPropagation(() => {
        selectSequence(sequence);
      })}
      className={classNames(
        ROW,
        className,
        selected ? "bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]" : "hover:bg-ink/4",
      )}
    >
      {children}
    </button>
  );
}

/** Stops propagation: the row is inside a card or tree row that a click would select. */
function withoutPropagation(onClick: () => void): (event: MouseEvent) => void {
  return (event) => {
    event.stopPropagation();
    onClick();
  };
}
