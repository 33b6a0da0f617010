"use client";
import { STACK_LINE_HEIGHT } from "@goaltrace/core/graph";
import type { NodeProps } from "@xyflow/react";
import { ChevronDown, ChevronRight, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { Marks } from "../marks.tsx";
import type { CardView } from "./card-view.ts";
import { useGraphActions } from "./graph-actions.ts";
import type { CardData, CardNode } from "./to-flow.ts";

/** A card, as a React Flow node. */
export const GoalCard = memo(function GoalCard({ data }: NodeProps<CardNode>): ReactElement {
  return <Card {...data} />;
});

/**
 * A goal, a stack of goals or the outcome of a run. The style sheet decides how much is visible at each scale, so that zooming rerenders no
 * card.
 */
export function Card({ card, selection, tabStop }: CardData): ReactElement {
  const { activate } = useGraphActions();
  const isStack = card.kind === "stack";
  return (
    <div
      className="group/card graph-card pointer-events-auto relative animate-appear"
      style={{ width: 148, height: 68 }}
    >
      {isStack && (
        <>
          <span
            aria-hidden="true"
            className="absolute inset-x-2 top-2 -bottom-2 rounded-md border border-line-strong bg-page"
          />
          <span
            aria-hidden="true"
            className="absolute inset-x-1 top-1 -bottom-1 rounded-md border border-line-strong bg-page"
          />
        </>
      )}
      <button
        type="button"
        data-card={card.id}
        tabIndex={tabStop ? 0 : -1}
        aria-pressed={selection === "selected"}
        aria-expanded={isStack ? card.members.length > 0 : undefined}
        onClick={() => {
          activate(card);
        }}
        className={classNames(
          "absolute inset-0 rounded-md text-left focus-visible:outline-2 focus-visible:outline-offset-2",
          frameClass(card, selection),
        )}
      >
        <CardFace card={card} />
      </button>
      <span
        aria-hidden="true"
        className={classNames(
          "graph-label pointer-events-none absolute top-full left-1/2 truncate text-center text-11",
          card.folded && "pt-2",
          card.abandoned ? "text-ink-3" : "text-ink-2",
        )}
      >
        <CardTitle card={card} />
      </span>
      {card.abandoned && (
        <span className="graph-fixed absolute top-[27px] left-[156px] origin-left text-ink-3">
          <Icon icon={X} size={14} />
        </span>
      )}
      {card.foldable && <FoldButton card={card} />}
      {card.members.length > 0 && <StackMembers card={card} />}
    </div>
  );
}

function frameClass(card: CardView, selection: CardData["selection"]): string {
  const surface = card.abandoned
    ? "border border-dashed bg-page text-ink-3 hatched"
    : card.status === "pending"
      ? "border border-dashed bg-page"
      : "border bg-raised";
  if (selection === "selected") return classNames(surface, "border-accent shadow-[0_0_0_1px_var(--accent)]");
  if (selection === "holds") return classNames(surface, "border-accent/55");
  if (card.status === "running") return classNames(surface, "border-accent");
  if (card.status === "waiting") return classNames(surface, "border-wait");
  if (card.status === "failed") return classNames(surface, "border-error/60 hover:border-error");
  return classNames(surface, "border-line-strong hover:border-ink-3");
}

/** The text of a card. The parts keep their corners at every scale; the style sheet hides what does not fit. */
function CardFace({ card }: { readonly card: CardView }): ReactElement {
  const statusName = useTranslations("common.status");
  const translate = useTranslations("trace.graph");
  const format = useFormat();
  return (
    <span className="graph-face block overflow-hidden rounded-[5px] text-11">
      <span className="graph-face-inside flex size-full flex-col px-2.5 py-[7px]">
        <span className="flex min-w-0 flex-none items-center gap-1.5">
          <StatusGlyph status={card.status} decorative />
          <span className="sr-only">{statusName(card.status)}</span>
          <span
            className={classNames(
              "graph-face-title min-w-0 flex-1 truncate text-12 leading-4",
              card.abandoned ? "text-ink-3" : "font-semibold",
            )}
          >
            <CardTitle card={card} />
          </span>
          <Marks counts={card.marks} worstOnly />
          {card.subGoals.total > 0 && (
            <span className="flex-none text-11 text-ink-3">
              <span aria-hidden="true">{`${card.subGoals.done}/${card.subGoals.total}`}</span>
              <span className="sr-only">{translate("subGoals", card.subGoals)}</span>
            </span>
          )}
        </span>
        <span className={classNames("graph-face-result min-w-0 truncate leading-4", resultTone(card))}>
          {card.kind === "stack"
            ? translate("stack", { count: card.holds, failed: card.failed })
            : card.result}
        </span>
        <span className="graph-face-foot mt-auto flex flex-none justify-between gap-2 leading-4 text-ink-3">
          <span>{card.durationMs === null ? null : format.duration(card.durationMs)}</span>
          {card.durationMs !== null && (
            <>
              <span className="graph-face-more">
                {translate("callsAndTokens", { calls: card.calls, tokens: format.tokens(card.tokens) })}
              </span>
              <span>{format.cost(card.cost)}</span>
            </>
          )}
        </span>
      </span>
    </span>
  );
}

function CardTitle({ card }: { readonly card: CardView }): string {
  const translate = useTranslations("trace.graph");
  if (card.kind !== "outcome") return card.title || translate("unnamed");
  const isUnusual = card.status === "failed" || card.status === "cancelled" || card.status === "interrupted";
  return translate(isUnusual ? `outcome.${card.status}` : "outcome.completed");
}

function resultTone({ status, abandoned }: CardView): string {
  if (abandoned) return "text-ink-3";
  if (status === "failed") return "text-error";
  return status === "waiting" ? "text-wait" : "text-ink-2";
}

/** A button that folds or unfolds the sub-goals of a card. Shows their number while folded. */
function FoldButton({ card }: { readonly card: CardView }): ReactElement {
  const translate = useTranslations("trace.graph");
  const { toggleFold } = useGraphActions();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={!card.folded}
      onClick={() => {
        toggleFold(card.goalId);
      }}
      className={classNames(
        "nopan graph-fixed absolute top-full left-1/2 inline-flex h-4 origin-center -translate-x-1/2 -translate-y-1/2 items-center gap-0.5 rounded-[8px] border border-line-strong bg-page px-1 text-11 leading-none text-ink-2 hover:border-ink-3 hover:text-ink",
        !card.folded && "opacity-0 group-hover/card:opacity-100 focus-visible:opacity-100",
      )}
    >
      <Icon icon={card.folded ? ChevronRight : ChevronDown} size={12} />
      {card.folded ? (
        <>
          <span aria-hidden="true">{card.holds}</span>
          <span className="sr-only">{translate("unfold", { count: card.holds, title: card.title })}</span>
        </>
      ) : (
        <span className="sr-only">{translate("fold", { title: card.title })}</span>
      )}
    </button>
  );
}

function StackMembers({ card }: { readonly card: CardView }): ReactElement {
  const translate = useTranslations("trace.graph");
  const { selectGoal } = useGraphActions();
  const lines = card.members.length + (card.hiddenMembers > 0 ? 1 : 0);
  return (
    <div
      className="nopan nowheel graph-members absolute top-[72px] left-0 text-11"
      style={{ height: `calc(${lines * STACK_LINE_HEIGHT}px * var(--zoom, 1))` }}
    >
      {card.hiddenMembers > 0 && (
        <p className="flex items-center truncate px-2.5 text-ink-3">
          {translate("earlierMembers", { count: card.hiddenMembers })}
        </p>
      )}
      {card.members.map((member) => (
        <button
          key={member.id}
          type="button"
          tabIndex={-1}
          onClick={() => {
            selectGoal(member.id);
          }}
          className="flex w-full items-center gap-1.5 rounded-sm px-2.5 text-left hover:bg-ink/4"
        >
          <StatusGlyph status={member.status} size={12} />
          <span className="truncate">{member.title}</span>
        </button>
      ))}
    </div>
  );
}
