"use client";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ReactElement, ReactNode } from "react";
import type { NodeProps } from "@xyflow/react";
import { useStore } from "@xyflow/react";
import { X } from "lucide-react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import type { StatusName } from "../../../ui/status.ts";
import { useDebugger } from "../debugger-context.ts";
import { goalStatus } from "../goal-status.ts";
import { Marks } from "../marks.tsx";
import type { CardData, CardNode } from "./to-flow.ts";
import { zoomLevel } from "./zoom-level.ts";

/** A goal, a stack of goals or the outcome of a run, as much of it as the scale has room for. */
export const GoalCard = memo(function GoalCard({ data }: NodeProps<CardNode>): ReactElement {
  const level = useStore((state) => zoomLevel(state.transform[2]));
  const content = useCardContent(data);
  const { card } = data;
  return (
    <div
      style={{ width: card.width, height: card.height }}
      className="pointer-events-auto relative animate-appear"
    >
      <button
        type="button"
        data-card={card.id}
        tabIndex={data.tabStop ? 0 : -1}
        aria-label={content.name}
        aria-pressed={data.selection === "selected"}
        onClick={content.onClick}
        className={classNames(
          "absolute inset-x-0 top-0 h-[68px] overflow-hidden rounded-md text-left focus-visible:outline-2 focus-visible:outline-offset-2",
          level !== "far" && frameClass(data, content.status),
        )}
      >
        {level === "far" ? (
          <FarFace content={content} />
        ) : (
          <CardFace content={content} near={level === "near"} />
        )}
      </button>
      {card.abandoned && (
        <span className="absolute top-[26px] -right-6 text-ink-3">
          <Icon icon={X} size={14} />
        </span>
      )}
      {card.members.length > 0 && level !== "far" && <StackMembers data={data} />}
    </div>
  );
});

function frameClass({ card, selection }: CardData, status: StatusName): string {
  const surface = card.abandoned
    ? "border border-dashed bg-page text-ink-3 hatched"
    : status === "pending"
      ? "border border-dashed bg-page"
      : "border bg-raised";
  if (selection === "selected") return classNames(surface, "border-accent shadow-[0_0_0_1px_var(--accent)]");
  if (selection === "holds") return classNames(surface, "border-accent/55");
  if (status === "running") return classNames(surface, "border-accent");
  if (status === "waiting") return classNames(surface, "border-wait");
  if (status === "failed") return classNames(surface, "border-error/60 hover:border-error");
  return classNames(surface, "border-line-strong hover:border-ink-3");
}

type Content = {
  readonly name: string;
  readonly status: StatusName;
  readonly title: string;
  readonly result: string;
  readonly duration: string;
  readonly cost: string;
  readonly corner: ReactNode;
  readonly abandoned: boolean;
  readonly hasErrors: boolean;
  readonly onClick: () => void;
};

function useCardContent({ card }: CardData): Content {
  const translate = useTranslations("trace.graph");
  const statusName = useTranslations("common.status");
  const format = useFormat();
  const { model, trace, selectGoal, selectSequence, toggleEdge } = useDebugger();
  const { graph } = model;
  const goal = graph.goals.get(card.goalId);
  const node = graph.nodes.get(card.id);
  const run = { status: trace.status, focusId: graph.focusId, rootId: graph.rootId };
  const totals = card.inside ?? graph.edges.get(card.id)?.totals ?? null;
  const common = {
    duration: totals && totals.turns > 0 ? format.duration(totals.durationMs) : "",
    cost: totals && totals.turns > 0 ? format.cost(totals.cost) : "",
    abandoned: card.abandoned,
    hasErrors: card.contents.marks.error > 0 || card.contents.failed > 0,
  };
  if (card.kind === "outcome" && node?.outcome) {
    const { outcome } = node;
    return {
      ...common,
      status: outcome.status,
      title: translate(`outcome.${outcome.status}`),
      result: outcome.text,
      corner: null,
      name: translate("cardName", {
        title: translate(`outcome.${outcome.status}`),
        status: "",
        result: outcome.text,
      }),
      onClick: () => {
        selectSequence(node.placedAt);
      },
    };
  }
  if (card.kind === "stack") {
    const status: StatusName =
      card.contents.failed > 0 ? "failed" : card.contents.live ? "running" : "completed";
    const title = translate("stack", { count: card.contents.goals, failed: card.contents.failed });
    return {
      ...common,
      status,
      title,
      result: goal?.title ?? "",
      corner: <Marks counts={card.contents.marks} worstOnly />,
      name: translate("cardName", { title, status: statusName(status), result: goal?.title ?? "" }),
      onClick: () => {
        toggleEdge(card.id);
      },
    };
  }
  const status = goal ? goalStatus(goal, run) : "pending";
  const result = goal?.abandonReason ?? goal?.summary ?? goal?.reason ?? "";
  return {
    ...common,
    status,
    title: goal?.title || translate("unnamed"),
    result,
    corner: (
      <>
        <Marks counts={card.contents.marks} worstOnly />
        {card.subGoals.total > 0 && (
          <span className="flex-none text-11 text-ink-3">{`${card.subGoals.done}/${card.subGoals.total}`}</span>
        )}
      </>
    ),
    name: translate("cardName", { title: goal?.title ?? "", status: statusName(status), result }),
    onClick: () => {
      selectGoal(card.goalId);
    },
  };
}

function CardFace({ content, near }: { readonly content: Content; readonly near: boolean }): ReactElement {
  return (
    <span
      // Near, the card grows with the scale but its text does not: the room is used for more words.
      style={
        near
          ? {
              width: "calc(148px * var(--zoom))",
              height: "calc(68px * var(--zoom))",
              transform: "scale(calc(1 / var(--zoom)))",
              transformOrigin: "0 0",
            }
          : undefined
      }
      className={classNames("flex size-full flex-col px-2.5 py-2 text-11", near && "px-3")}
    >
      <span className="flex min-w-0 items-center gap-1.5">
        <StatusGlyph status={content.status} decorative />
        <span
          className={classNames(
            "min-w-0 flex-1 truncate",
            near ? "text-13" : "text-12 leading-4",
            content.abandoned ? "text-ink-3" : "font-semibold",
          )}
        >
          {content.title}
        </span>
        {content.corner}
      </span>
      <span
        className={classNames(
          "min-w-0",
          near ? "mt-1 line-clamp-3 text-12" : "truncate leading-4",
          content.status === "failed" ? "text-error" : content.abandoned ? "text-ink-3" : "text-ink-2",
        )}
      >
        {content.result}
      </span>
      <span className="mt-auto flex justify-between gap-2 text-ink-3">
        <span>{content.duration}</span>
        <span>{content.cost}</span>
      </span>
    </span>
  );
}

function FarFace({ content }: { readonly content: Content }): ReactElement {
  return (
    <span title={content.title} className="grid size-full place-items-center">
      <span
        className="relative block rounded-full bg-page"
        style={{ transform: "scale(calc(1 / var(--zoom)))" }}
      >
        <StatusGlyph status={content.status} decorative />
        {content.hasErrors && (
          <span
            aria-hidden="true"
            className="absolute -top-1 -right-1 size-[7px] rounded-[2px] border border-page bg-error"
          />
        )}
      </span>
    </span>
  );
}

function StackMembers({ data }: { readonly data: CardData }): ReactElement {
  const translate = useTranslations("trace.graph");
  const { model, trace, view, selectGoal } = useDebugger();
  const { graph } = model;
  const run = { status: trace.status, focusId: graph.focusId, rootId: graph.rootId };
  return (
    <div className="nopan absolute inset-x-0 top-[68px] text-11">
      {data.card.hiddenMembers > 0 && (
        <p className="h-7 truncate px-2.5 leading-7 text-ink-3">
          {translate("earlierMembers", { count: data.card.hiddenMembers })}
        </p>
      )}
      {data.card.members.map((id) => {
        const goal = graph.goals.get(id);
        if (!goal) return null;
        return (
          <button
            key={id}
            type="button"
            onClick={() => {
              selectGoal(id);
            }}
            className={classNames(
              "flex h-7 w-full items-center gap-1.5 rounded-sm px-2.5 text-left hover:bg-ink/4",
              view.goal === id && "bg-accent-soft",
            )}
          >
            <StatusGlyph status={goalStatus(goal, run)} size={12} />
            <span className="truncate">{goal.title}</span>
          </button>
        );
      })}
    </div>
  );
}
