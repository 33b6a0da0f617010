"use client";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../../lib/trace-address.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { AgentSteps } from "./agent-steps.tsx";
import type { BoxData } from "./box-nodes.ts";
import type { AgentView } from "./box-view.ts";
import { PanelFrame } from "./panel-frame.tsx";

type PanelProps = Pick<BoxData, "view" | "size" | "caretX"> & { readonly agent: AgentView };

/** A sub-agent, unfolded below its row: its steps, over the whole width of the band. Its height does not change while steps arrive. */
export function AgentPanel({ view, size, caretX, agent }: PanelProps): ReactElement {
  const translate = useTranslations("agents");
  const format = useFormat();
  const { workspace } = useRun();
  const { name, traceId } = agent;
  const { sums } = view;
  const figures =
    sums === null
      ? []
      : [
          translate("calls", { count: sums.calls }),
          format.tokens(sums.tokens),
          ...(sums.workedMs > 0 ? [format.duration(sums.workedMs)] : []),
          format.cost(sums.cost),
        ];
  return (
    <PanelFrame
      {...{ view, size, caretX, name, figures }}
      label={translate("steps", { agent: name, title: view.title })}
      title={view.title}
      link={
        <Link
          href={traceHref(workspace, traceId)}
          className="flex flex-none items-center gap-1 text-11 text-ink-2 hover:text-accent"
        >
          <Icon icon={ExternalLink} size={12} />
          {translate("openTrace")}
        </Link>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto pb-1">
        <AgentSteps traceId={traceId} level={0} />
      </div>
    </PanelFrame>
  );
}
