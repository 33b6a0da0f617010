"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { ListDetail } from "../../ui/list-detail.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { SandboxBadge } from "./sandbox-badge.tsx";
import { ToolList } from "./tool-list.tsx";
import { ToolPanel } from "./tool-panel.tsx";
import { firstTool } from "./tool-type.ts";
import { useShownTool } from "./use-shown-tool.ts";

/** The tools of runs: what they do, what rules decide about them, how often they are used, and a form to try them. */
export function ToolsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("tools");
  const api = useTRPC();
  const { tool, show } = useShownTool();
  const list = useQuery(api.tools.list.queryOptions({ workspace }));
  const shown = tool ?? firstTool(list.data?.items ?? []) ?? null;
  const sandbox = useQuery(api.permissions.sandbox.queryOptions({ workspace }));
  return (
    <>
      <PageBar
        title={translate("title")}
        actions={sandbox.data !== undefined && <SandboxBadge report={sandbox.data} isLong />}
      >
        {list.data !== undefined && (
          <span className="min-w-0 truncate text-12 text-ink-2 phone:hidden">
            {translate("count", { count: list.data.items.length })}
          </span>
        )}
      </PageBar>
      <ListDetail
        className="grid-cols-[304px_minmax(0,1fr)] max-[1100px]:grid-cols-[264px_minmax(0,1fr)]"
        isOpen={tool !== null}
        backLabel={translate("back")}
        onBack={() => {
          show(null);
        }}
        list={
          <ToolList
            workspace={workspace}
            list={list}
            sandbox={sandbox.data}
            selected={shown}
            onSelect={show}
          />
        }
      >
        <ToolPanel workspace={workspace} name={shown} list={list.data} sandbox={sandbox.data} />
      </ListDetail>
    </>
  );
}
