"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { withoutMarkdown } from "../../../../lib/without-markdown.ts";
import { useLog } from "../../state/debugger-provider.tsx";
import { useGoalWork } from "../../state/use-goal-work.ts";
import { SequenceLink } from "../../why/sequence-link.tsx";
import { Facts, Section } from "../facts.tsx";
import { subtreeTotals } from "./subtree-totals.ts";

/** The cost of a goal with its sub-goals, and its most expensive model calls. */
export function GoalCost({ goalId }: { readonly goalId: string }): ReactElement {
  const translate = useTranslations("inspector.cost");
  const format = useFormat();
  const model = useLog((log) => log.model);
  const totals = useMemo(() => {
    return subtreeTotals(model.graph, goalId);
  }, [model, goalId]);
  const work = useGoalWork();
  const priced = totals.turnsByCost.some((turn) => turn.cost !== null);
  return (
    <>
      <Facts
        facts={[
          [translate("cost"), totals.turns === 0 ? translate("nothingYet") : format.cost(totals.cost)],
          [translate("tokens"), format.count(totals.tokens)],
          [translate("time"), format.duration(work.whole.get(goalId) ?? 0)],
          [translate("modelCalls"), format.count(totals.turns)],
          [translate("toolCalls"), format.count(totals.calls)],
          [translate("errors"), totals.errors === 0 ? translate("none") : format.count(totals.errors)],
          [translate("retries"), totals.retries === 0 ? translate("none") : format.count(totals.retries)],
          [
            translate("goals"),
            totals.goals > 1 ? translate("withSubGoals", { count: totals.goals - 1 }) : null,
          ],
        ]}
      />
      {totals.turnsByCost.length > 0 && (
        <Section title={translate(priced ? "dearest" : "largest")}>
          {totals.turnsByCost.map((turn) => (
            <SequenceLink
              key={turn.sequence}
              sequence={turn.sequence}
              aside={
                priced
                  ? format.cost(turn.cost)
                  : translate("tokenCount", { tokens: format.tokens(turn.inputTokens + turn.outputTokens) })
              }
            >
              {withoutMarkdown(turn.description)}
            </SequenceLink>
          ))}
        </Section>
      )}
    </>
  );
}
