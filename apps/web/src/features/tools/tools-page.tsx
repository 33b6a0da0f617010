"use client";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { SandboxBadge } from "./sandbox-badge.tsx";
import { ToolList } from "./tool-list.tsx";
import { ToolPanel } from "./tool-panel.tsx";
import { useShownTool } from "./use-shown-tool.ts";

/** The tools of runs: what they do, what rules decide about them, how often they are used, and a form to try them. */
export function ToolsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("tools");
  const api = useTRPC();
  const { tool, show } = useShownTool();
  const list = useQuery(api.tools.list.queryOptions({ workspace }));
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
      <div className="grid min-h-0 flex-1 grid-cols-[304px_minmax(0,1fr)] grid-rows-1 max-[1100px]:grid-cols-[264px_minmax(0,1fr)] phone:grid-cols-1">
        <div
          className={classNames(
            "flex min-h-0 flex-col border-r border-line phone:border-r-0",
            tool !== null && "phone:hidden",
          )}
        >
          <ToolList
            workspace={workspace}
            list={list}
            sandbox={sandbox.data}
            selected={tool}
            onSelect={show}
          />
        </div>
        <div className={classNames("flex min-h-0 min-w-0 flex-col", tool === null && "phone:hidden")}>
          <div className="hidden flex-none border-b border-line px-2 phone:block">
            <Button
              variant="ghost"
              icon={ArrowLeft}
              onClick={() => {
                show(null);
              }}
            >
              {translate("back")}
            </Button>
          </div>
          <ToolPanel workspace={workspace} name={tool} list={list.data} sandbox={sandbox.data} />
        </div>
      </div>
    </>
  );
}
