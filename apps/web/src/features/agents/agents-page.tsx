"use client";
import { Plus } from "lucide-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { ListDetail } from "../../ui/list-detail.tsx";
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
  const shown = agent ?? list.data?.items[0]?.name ?? null;
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
      <ListDetail
        className="grid-cols-[304px_minmax(0,1fr)]"
        isOpen={agent !== null}
        backLabel={translate("back")}
        onBack={() => {
          go({ agent: null });
        }}
        list={
          <div className="min-h-0 overflow-y-auto">
            <AgentList
              list={list}
              selected={shown}
              onSelect={(name) => {
                go({ agent: name });
              }}
            />
          </div>
        }
      >
        <AgentPanel workspace={workspace} name={shown} />
      </ListDetail>
    </>
  );
}
