"use client";
import { isTerminal } from "@goaltrace/core/log";
import { Download, Radio } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Duration, Time } from "../../ui/time.tsx";
import { useDebugger } from "./debugger-context.ts";

export type TraceHeaderProps = {
  readonly following: boolean;
  readonly onFollow: (following: boolean) => void;
};

/** What run this is, how it stands, and its sums. */
export function TraceHeader({ following, onFollow }: TraceHeaderProps): ReactElement {
  const translate = useTranslations("trace.header");
  const format = useFormat();
  const { workspace, trace } = useDebugger();
  const { totals } = trace;
  const tokens = totals.inputTokens + totals.outputTokens;
  const base = `/w/${encodeURIComponent(workspace)}`;
  return (
    <header className="flex min-h-14 flex-none items-center gap-4 border-b border-line px-4 py-1 phone:py-2">
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Link href={`${base}/traces`} className="flex-none text-ink-2 hover:text-ink phone:hidden">
            {translate("traces")}
          </Link>
          <span aria-hidden="true" className="text-ink-3 phone:hidden">
            ›
          </span>
          <h1 title={trace.task} className="min-w-0 truncate text-15 font-semibold">
            {trace.task.trim().split("\n", 1)[0] || translate("untitled")}
          </h1>
          <StatusBadge status={trace.status} />
        </div>
        <dl className="flex min-h-6 items-center gap-4 overflow-hidden text-12 phone:overflow-x-auto phone:[scrollbar-width:none] whitespace-nowrap text-ink-2">
          <Fact name={translate("agent")}>{trace.agent.name}</Fact>
          <Fact name={translate("model")}>{trace.models[0] ?? translate("noModel")}</Fact>
          <Fact name={translate("tokens")}>{format.tokens(tokens)}</Fact>
          <Fact name={translate("cost")}>{format.cost(totals.cost)}</Fact>
          {trace.startedAt !== null && (
            <Fact name={translate("duration")}>
              <Duration startedAt={trace.startedAt} endedAt={trace.endedAt} />
            </Fact>
          )}
          <Fact name={translate("started")}>
            <Time at={trace.startedAt ?? trace.createdAt} />
          </Fact>
          <span className="flex items-center gap-1 phone:hidden">
            <code className="font-mono text-11">{trace.id}</code>
            <CopyButton text={trace.id} label={translate("copyId")} />
          </span>
        </dl>
      </div>
      <span className="flex flex-none items-center gap-1">
        {!isTerminal(trace.status) && (
          <IconButton
            label={translate("follow")}
            icon={Radio}
            shortcut="."
            pressed={following}
            onClick={() => {
              onFollow(!following);
            }}
          />
        )}
        <a
          href={`/api/w/${encodeURIComponent(workspace)}/traces/${trace.id}/export`}
          download
          className={buttonClass({ variant: "ghost", icon: Download })}
        >
          <Icon icon={Download} />
          <span className="phone:sr-only">{translate("export")}</span>
        </a>
      </span>
    </header>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="flex gap-1">
      <dt className="text-ink-3 phone:sr-only">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
