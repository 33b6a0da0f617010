"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { Sheet } from "../../ui/dialog.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { chosenOf, type ChosenTools, type OfferedServer, withServer, withTool } from "./server-choice.ts";
import type { ChatServers } from "./use-server-tools.ts";

export type ServerSheetProps = {
  readonly workspace: string;
  readonly agent: string;
  readonly folderId: string | null;
  readonly servers: ChatServers;
  readonly onClose: () => void;
};

/** A side panel with the MCP servers and tools that later runs of a conversation may use, within those of its agent. */
export function ServerSheet({
  workspace,
  agent,
  folderId,
  servers,
  onClose,
}: ServerSheetProps): ReactElement {
  const translate = useTranslations("chat.servers");
  const api = useTRPC();
  const offered = useQuery(api.tools.ofServers.queryOptions({ workspace, agent, folderId }));
  const items = offered.data?.items ?? [];
  return (
    <Sheet
      open
      side="right"
      title={translate("title")}
      onOpenChange={() => {
        onClose();
      }}
    >
      <div className="flex flex-col gap-3 p-4">
        <p className="text-ink-2">{translate("text", { agent })}</p>
        {servers.error !== null && <FailureNote error={servers.error} />}
        {offered.isError && <FailureNote error={offered.error} call="load" />}
        {offered.isPending && <SkeletonRows rows={3} />}
        {offered.isSuccess && items.length === 0 && <p>{translate("none")}</p>}
        {items.length > 0 && (
          <ul className="flex flex-col gap-1">
            {items.map((server) => (
              <ServerChoice
                key={server.server}
                server={server}
                chosen={servers.chosen}
                offered={items}
                onChoose={servers.choose}
              />
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  );
}

type ServerChoiceProps = {
  readonly server: OfferedServer;
  readonly chosen: ChosenTools;
  readonly offered: readonly OfferedServer[];
  readonly onChoose: (chosen: ChosenTools) => void;
};

/** A server as a box to tick, over its tools. */
function ServerChoice({ server, chosen, offered, onChoose }: ServerChoiceProps): ReactElement {
  const translate = useTranslations("chat.servers");
  const [isOpen, setOpen] = useState(false);
  const count = chosenOf(chosen, server);
  const box = useRef<HTMLInputElement>(null);
  const isPartial = count > 0 && count < server.tools.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPartial;
  }, [isPartial]);
  return (
    <li className="flex flex-col">
      <div className="flex items-center gap-1">
        <IconButton
          label={translate(isOpen ? "hide" : "show", { server: server.server })}
          icon={isOpen ? ChevronDown : ChevronRight}
          size="small"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        />
        <Checkbox
          ref={box}
          checked={count === server.tools.length}
          onChange={(event) => {
            onChoose(withServer(chosen, server, { isChosen: event.target.checked, offered }));
          }}
        >
          {server.server}{" "}
          <span className="text-12 text-ink-2">
            {translate("count", { chosen: count, all: server.tools.length })}
          </span>
        </Checkbox>
      </div>
      {isOpen && (
        <ul
          aria-label={translate("toolsOf", { server: server.server })}
          className="flex flex-col gap-1 py-1 pl-9"
        >
          {server.tools.map(({ name, description }) => (
            <li key={name}>
              <Checkbox
                checked={
                  chosen === null ||
                  chosenOf(chosen, { server: server.server, tools: [{ name, description }] }) === 1
                }
                onChange={(event) => {
                  onChoose(withTool(chosen, { name, server }, { isChosen: event.target.checked, offered }));
                }}
              >
                <span className="font-mono text-12 break-all">{name.slice(server.server.length + 2)}</span>
                <span className="line-clamp-2 text-12 text-ink-2">{description}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
