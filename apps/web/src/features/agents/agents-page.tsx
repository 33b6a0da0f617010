"use client";
import { ArrowLeft, Plus } from "lucide-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { AgentList } from "./agent-list.tsx";
import { AgentPanel } from "./agent-panel.tsx";
import { NEW_AGENT } from "./agents-address.ts";
import { useAgentsAddress } from "./use-agents-address.ts";

/** The agents of the workspace: the places that define each, its effective rights, its versions and its use. */
export function AgentsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("definitions");
  const api = useTRPC();
  const { agent, folder, go } = useAgentsAddress();
  const list = useQuery(
    api.agents.list.queryOptions({ workspace, folderId: folder }, { placeholderData: keepPreviousData }),
  );
  const folders = useQuery(api.folders.list.queryOptions({ workspace }));
  return (
    <>
      <PageBar
        title={translate("title")}
        actions={
          <>
            {(folders.data ?? []).length > 0 && (
              <Select
                aria-label={translate("folder")}
                value={folder ?? ""}
                className="max-w-48"
                onChange={(event) => {
                  go({ agent, folder: event.target.value === "" ? null : event.target.value });
                }}
              >
                <option value="">{translate("noFolder")}</option>
                {(folders.data ?? []).map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
            {list.data?.editable === true && (
              <Button
                icon={Plus}
                onClick={() => {
                  go({ agent: NEW_AGENT });
                }}
              >
                {translate("new")}
              </Button>
            )}
          </>
        }
      />
      <div className="grid min-h-0 flex-1 grid-cols-[304px_minmax(0,1fr)] grid-rows-1 phone:grid-cols-1">
        <div
          className={classNames(
            "flex min-h-0 flex-col overflow-y-auto border-r border-line phone:border-r-0",
            agent !== null && "phone:hidden",
          )}
        >
          <AgentList
            list={list}
            selected={agent}
            onSelect={(name) => {
              go({ agent: name });
            }}
          />
        </div>
        <div className={classNames("flex min-h-0 min-w-0 flex-col", agent === null && "phone:hidden")}>
          <div className="hidden flex-none border-b border-line px-2 phone:block">
            <Button
              variant="ghost"
              icon={ArrowLeft}
              onClick={() => {
                go({ agent: null });
              }}
            >
              {translate("back")}
            </Button>
          </div>
          <AgentPanel workspace={workspace} />
        </div>
      </div>
    </>
  );
}
