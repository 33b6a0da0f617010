"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { AgentDetail } from "./agent-detail.tsx";
import { AgentForm } from "./agent-form.tsx";
import { AgentVersions } from "./agent-versions.tsx";
import { NEW_AGENT } from "./agents-address.ts";
import { useAgentsAddress } from "./use-agents-address.ts";

/** The agent of the address: to read, to edit, or its versions. */
export function AgentPanel({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("definitions");
  const { agent: name, view, folder } = useAgentsAddress();
  const api = useTRPC();
  const isStored = name !== null && name !== NEW_AGENT;
  const detail = useQuery(
    api.agents.get.queryOptions(
      { workspace, name: name ?? "", folderId: folder },
      {
        enabled: isStored,
        placeholderData: (previous) => (previous?.name === name ? keepPreviousData(previous) : undefined),
      },
    ),
  );
  if (name === null) return <p className="p-6 text-ink-2 phone:hidden">{translate("choose")}</p>;
  if (!isStored) return <AgentForm key="new" workspace={workspace} agent={null} />;
  if (detail.isPending) return <SkeletonRows rows={8} rowHeight={28} className="px-8" />;
  if (detail.isError) {
    return <LoadFailed query={detail} title={translate("detailFailed")} />;
  }
  const agent = detail.data;
  if (view === "edit" && agent.editable) return <AgentForm key={name} workspace={workspace} agent={agent} />;
  return (
    <article className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-[920px] flex-col gap-6 px-8 pt-4 pb-12 phone:px-4">
        <AgentDetail workspace={workspace} agent={agent} />
        {view === "versions" && <AgentVersions key={name} workspace={workspace} agent={agent} />}
      </div>
    </article>
  );
}
