"use client";
import { ExternalLink, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../../lib/trace-address.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Link } from "../../../ui/link.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { AgentSteps } from "./agent-steps.tsx";
import type { BoxData } from "./box-nodes.ts";
import type { AgentView } from "./box-view.ts";
import { useGraphActions } from "./graph-actions.ts";
import { Caret } from "./steps-panel.tsx";

type PanelProps = Pick<BoxData, "view" | "size" | "caretX"> & { readonly agent: AgentView };

/** A sub-agent, unfolded below its row: its steps, over the whole width of the band. Its height stays while steps arrive. */
export function AgentPanel({ view, size, caretX, agent }: PanelProps): ReactElement {
  const translate = useTranslations("agents");
  const format = useFormat();
  const { workspace } = useRun();
  const { toggleSteps } = useGraphActions();
  const { name, traceId } = agent;
  return (
    <section
      aria-label={translate("steps", { agent: name, title: view.title })}
      style={size}
      className="nopan nowheel pointer-events-auto relative flex animate-appear flex-col rounded-md border border-accent/45 bg-page px-2"
    >
      {caretX !== null && <Caret x={caretX} tone="border-accent/45" side="top" />}
      <header className="flex h-[30px] flex-none items-center gap-2 text-12 whitespace-nowrap">
        <b className="flex-none font-semibold">{name}</b>
        <span className="min-w-0 flex-1 truncate text-ink-2" title={view.title}>
          {view.title}
        </span>
        {view.sums !== null && (
          <span className="flex flex-none gap-3 text-11 text-ink-3">
            <span>{translate("calls", { count: view.sums.calls })}</span>
            <span>{format.tokens(view.sums.tokens)}</span>
            {view.sums.durationMs > 0 && <span>{format.duration(view.sums.durationMs)}</span>}
            <span>{format.cost(view.sums.cost)}</span>
          </span>
        )}
        <Link
          href={traceHref(workspace, traceId)}
          className="flex flex-none items-center gap-1 text-11 text-ink-2 hover:text-accent"
        >
          <Icon icon={ExternalLink} size={12} />
          {translate("openTrace")}
        </Link>
        <IconButton
          label={translate("closeSteps")}
          icon={X}
          size="small"
          onClick={() => {
            toggleSteps(view.goalId);
          }}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto pb-1">
        <AgentSteps traceId={traceId} level={0} />
      </div>
    </section>
  );
}
