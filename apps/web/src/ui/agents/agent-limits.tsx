"use client";
import { isTerminal, type RunLimit, runLimits } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { TreeRun } from "../../lib/run-tree/use-run-tree.ts";
import { type Format, useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";

const STEP_MS = 1_000;

type AgentLimitsProps = {
  readonly run: TreeRun;
  /** The runs of its tree, whose limits hold for it too. */
  readonly runs: readonly TreeRun[];
  /** Whether its line is there without limits too, because they may become known later. @default false */
  readonly keepsLine?: boolean;
};

/**
 * The amounts that a sub-agent was given and what is left of them; once it has ended, how much it used. Renders nothing where nothing limits it. The line
 * is there from its start to long after its end, so rows keep their height.
 */
export function AgentLimits({ run, runs, keepsLine = false }: AgentLimitsProps): ReactElement | null {
  const translate = useTranslations("agents.limits");
  const format = useFormat();
  const isOver = isTerminal(run.status);
  const hasTime = runs.some(({ budget }) => budget?.ms !== undefined);
  const hasAgents = runs.some(({ parentId }) => parentId === run.id);
  const now = useNow(isOver || !hasTime ? null : STEP_MS);
  const limits = runLimits(run, runs, now ?? run.createdAt);
  if (limits.length === 0) return keepsLine ? <span aria-hidden="true" className="col-start-2 h-5" /> : null;
  const joinWith = (key: "amounts" | "both", texts: readonly string[]): string =>
    texts.reduce((first, second) => translate(key, { first, second }));
  const textOf = (isShared: boolean): readonly string[] => {
    const amounts = limits
      .filter((limit) => limit.isShared === isShared)
      .map(({ unit, used, left, allowed }) => {
        const amount = AMOUNTS[unit](format);
        return translate("amount", {
          ...{ unit, amount: amount(isOver ? used : left), allowed: amount(allowed) },
        });
      });
    // The rest of a shared limit is that of the whole run, but what has been used is this agent's own part.
    const of = isShared ? "run" : hasAgents ? "tree" : "self";
    return amounts.length === 0
      ? []
      : [translate(isOver ? "used" : "left", { amounts: joinWith("amounts", amounts), of })];
  };
  const text = joinWith("both", [...textOf(false), ...textOf(true)]);
  const isTight = !isOver && limits.some(({ left, allowed }) => left <= allowed * TIGHT_SHARE);
  return (
    <span
      title={text}
      className={`col-start-2 col-end-4 truncate leading-5 ${isTight ? "text-warn" : "text-ink-3"}`}
    >
      {text}
    </span>
  );
}

/** The share of a limit from which on the rest stands out. */
const TIGHT_SHARE = 0.1;

const AMOUNTS: Readonly<Record<RunLimit["unit"], (format: Format) => (value: number) => string>> = {
  usd: (format) => format.cost,
  tokens: (format) => format.tokens,
  ms: (format) => format.duration,
  steps: (format) => format.count,
};
