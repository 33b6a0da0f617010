"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { SandboxReport } from "./sandbox-badge.tsx";
import { ToolDetail } from "./tool-detail.tsx";

export type ToolPanelProps = {
  readonly workspace: string;
  /** Null for none. */
  readonly name: string | null;
  readonly list: RouterOutputs["tools"]["list"] | undefined;
  readonly sandbox: SandboxReport | undefined;
};

/** A tool with its definition, rights, use and a form to try it. */
export function ToolPanel({ workspace, name, list, sandbox }: ToolPanelProps): ReactElement {
  const translate = useTranslations("tools");
  const api = useTRPC();
  const detail = useQuery(
    api.tools.get.queryOptions({ workspace, name: name ?? "" }, { enabled: name !== null }),
  );
  if (name === null) return <p className="p-6 text-ink-2 phone:hidden">{translate("choose")}</p>;
  if (detail.isPending) return <SkeletonRows rows={8} rowHeight={28} className="px-6" />;
  if (detail.isError) return <LoadFailed query={detail} title={translate("detailFailed")} />;
  const use = list?.items.find((tool) => tool.name === name)?.use ?? null;
  return (
    <ToolDetail
      key={name}
      {...{ workspace, use, sandbox }}
      tool={detail.data}
      canTry={list?.canTry === true}
    />
  );
}
