"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { withoutMarkdown } from "../../../lib/without-markdown.ts";
import { useActions, useLog } from "../state/debugger-provider.tsx";

/** The maximum number of calls to draw. Goals with more are inspected call by call. */
const CALLS_SHOWN = 200;

/** The context size over the calls of a goal. Each bar opens the context of its call. */
export function GoalContext({ goalId }: { readonly goalId: string }): ReactElement {
  const translate = useTranslations("inspector.context");
  const format = useFormat();
  const model = useLog((log) => log.model);
  const { changeView } = useActions();
  const turns = model.graph.edges.get(goalId)?.turns ?? [];
  const most = Math.max(1, ...turns.slice(-CALLS_SHOWN).map((turn) => turn.inputTokens));
  if (turns.length === 0) return <p className="p-4 text-12 text-ink-2">{translate("noCalls")}</p>;
  return (
    <div className="px-4 py-2">
      <p className="mb-1 text-11 text-ink-3">{translate("growth")}</p>
      {turns.slice(-CALLS_SHOWN).map((turn) => (
        <button
          key={turn.sequence}
          type="button"
          title={withoutMarkdown(turn.description)}
          onClick={() => {
            changeView({ goal: goalId, sequence: turn.sequence, tab: "context" });
          }}
          className="grid h-7 w-full grid-cols-[44px_minmax(0,1fr)_56px] items-center gap-2 text-left text-11 hover:bg-ink/4 phone:h-11"
        >
          <span className="text-ink-3">{`#${turn.sequence}`}</span>
          <span
            aria-hidden="true"
            className="h-2 rounded-sm bg-ink/30"
            style={{ width: `${(turn.inputTokens / most) * 100}%` }}
          />
          <span className="text-right">{format.tokens(turn.inputTokens)}</span>
        </button>
      ))}
    </div>
  );
}
