"use client";
import { Target } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import type { PlanItem } from "./transcript-items.ts";
import { planNumbers } from "../state/plan-order.ts";

/** Changes to the plan in one quiet line, with every title in full: "Planned 3 goals: …", "Done: 2.3 Write the statement." */
export function PlanRow({
  item,
  selected,
  onSelect,
}: {
  readonly item: PlanItem;
  readonly selected: boolean;
  readonly onSelect: () => void;
}): ReactElement {
  const translate = useTranslations("trace.transcript.plan");
  const format = useFormat();
  const model = useLog((log) => log.model);
  const text = useMemo(() => {
    const numbers = planNumbers(model.graph);
    const name = (goalId: string): string =>
      [numbers.get(goalId), model.graph.goals.get(goalId)?.title].filter(Boolean).join(" ");
    const planned = item.operations.flatMap((operation) =>
      operation.op === "created" ? [operation.title] : [],
    );
    const sentences = item.operations.flatMap((operation) => {
      if (operation.op === "changed") return [translate("renamed", { goal: operation.title })];
      if (operation.op !== "status") return [];
      const { status, goalId } = operation;
      return status === "completed" || status === "failed" || status === "abandoned"
        ? [translate(status, { goal: name(goalId) })]
        : [];
    });
    if (planned.length > 0)
      sentences.unshift(translate("planned", { count: planned.length, titles: planned.join(", ") }));
    if (sentences.length > 0) return sentences.join(" ");
    // A change of the focus is mentioned only if nothing else changed.
    const focus = item.operations.findLast((operation) => operation.op === "focused");
    return focus === undefined ? translate("looked") : translate("focused", { goal: name(focus.goalId) });
  }, [item, model, translate]);
  return (
    <button
      type="button"
      aria-current={selected ? "true" : undefined}
      title={
        item.tokens === 0
          ? undefined
          : translate("price", { tokens: format.tokens(item.tokens), cost: format.cost(item.cost) })
      }
      onClick={onSelect}
      className={classNames(
        "flex min-h-6 w-full items-start gap-2 px-4 py-1 text-left text-11 text-ink-2 -outline-offset-2 phone:min-h-11",
        selected ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-ink/3",
      )}
    >
      <Icon icon={Target} size={14} className="text-ink-3" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</span>
      <span className="min-w-9 flex-none text-right text-ink-3">{`#${item.sequence}`}</span>
    </button>
  );
}
