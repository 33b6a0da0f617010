"use client";
import { metricsOf } from "@goaltrace/core/graph";
import { Bot } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { traceHref } from "../../../lib/trace-address.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import type { BoxData } from "./box-nodes.ts";
import type { AgentView } from "./box-view.ts";

type LabelProps = Pick<BoxData, "distance"> & {
  readonly agent: AgentView;
  readonly tone: BoxData["view"]["tone"];
};

/** Above the wire of a sub-agent: its name, as a link to its own trace, and where its report went. */
export function AgentLabel({ agent, tone, distance }: LabelProps): ReactElement {
  const translate = useTranslations("agents");
  const { workspace } = useRun();
  const { name, traceId, readIn } = agent;
  return (
    <div
      className="absolute inset-x-0 top-0 z-1 h-0"
      style={{ translate: `0 -${metricsOf(distance).wireRow}px` }}
    >
      <Link
        href={traceHref(workspace, traceId)}
        className={classNames(
          "nopan pointer-events-auto absolute bottom-0 left-2 flex h-4 max-w-[calc(100%-8px)] items-center gap-1 bg-page px-1 text-11 whitespace-nowrap hover:text-accent hover:underline",
          tone === "abandoned" ? "text-ink-3" : "text-ink-2",
        )}
      >
        <Icon icon={Bot} size={12} />
        {tone === "abandoned" ? translate("box.givenUp", { agent: name }) : name}
        {readIn !== null && (
          <span className="truncate text-ink-3">{translate("box.readIn", { goal: readIn })}</span>
        )}
      </Link>
    </div>
  );
}
