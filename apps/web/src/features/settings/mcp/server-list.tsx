"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Note } from "../../../ui/note.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import type { ServerFormProps } from "./server-form.tsx";
import { ServerRow } from "./server-row.tsx";
import { useServerChecks } from "./use-server-checks.ts";

const ServerForm = onDemand<ServerFormProps>(async () => (await import("./server-form.tsx")).ServerForm);

export type ServerListProps = { readonly workspace: string; readonly projectFolder: string | null };

/** The servers of a scope, the problems of those that cannot be used, and a form for new ones. */
export function ServerList({ workspace, projectFolder }: ServerListProps): ReactElement {
  const translate = useTranslations("mcp");
  const api = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(api.mcp.list.queryOptions({ workspace, projectFolder }));
  /** The server whose settings are open; an empty name for new ones. */
  const [editing, setEditing] = useState<string | null>(null);
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: api.mcp.pathKey() });
  };
  const { checks, start } = useServerChecks({ workspace, projectFolder }, reload);
  const { servers = [], problems = [] } = list.data ?? {};
  const edited = servers.find(({ name }) => name === editing) ?? null;
  return (
    <>
      {list.isSuccess && editing === null && (
        <div>
          <Button
            icon={Plus}
            onClick={() => {
              setEditing("");
            }}
          >
            {translate("add")}
          </Button>
        </div>
      )}
      {editing !== null && (
        <ServerForm
          key={editing}
          workspace={workspace}
          server={edited}
          onSaved={(names) => {
            setEditing(null);
            reload();
            // A disabled server stays stopped.
            if (edited?.isEnabled !== false) for (const name of names) start(name);
          }}
          onClose={() => {
            setEditing(null);
            // Some of several servers may have been added before one failed.
            reload();
          }}
        />
      )}
      {list.isPending && <SkeletonRows rows={3} rowHeight={64} />}
      {list.isError && <FailureNote error={list.error} call="load" />}
      {problems.map(({ source, name, message }) => (
        <Note key={`${source} ${name} ${message}`} tone="warn">
          <p>
            {name === ""
              ? translate("problemOfFile", { source })
              : translate("problemOfServer", { source, name })}
          </p>
          <p className="text-ink-2">{message}</p>
        </Note>
      ))}
      {list.isSuccess && servers.length === 0 && editing === null && (
        <EmptyState title={translate("empty")}>{translate("emptyText")}</EmptyState>
      )}
      <ul className="border-y border-line empty:hidden">
        {servers.map((server) => (
          <ServerRow
            key={server.name}
            place={{ workspace, projectFolder, name: server.name }}
            server={server}
            check={checks[server.name] ?? null}
            onCheck={() => {
              start(server.name);
            }}
            onEdit={() => {
              setEditing(server.name);
            }}
            onChanged={reload}
          />
        ))}
      </ul>
    </>
  );
}
