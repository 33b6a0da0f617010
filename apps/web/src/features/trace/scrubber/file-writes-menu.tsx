"use client";
import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { FilePen } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuCaption, MenuItem } from "../../../ui/menu.tsx";
import { useActions, useLog, useRun, useView } from "../state/debugger-provider.tsx";
import { lastWrites } from "./last-writes.ts";

/** A menu that jumps to the last write of a file before the displayed moment. */
export function FileWritesMenu({ icon }: { readonly icon: LucideIcon }): ReactElement {
  const translate = useTranslations("trace.scrubber");
  return (
    <Menu
      side="top"
      align="start"
      trigger={<IconButton label={translate("writes")} icon={icon} size="small" tooltipSide="top" />}
    >
      <MenuCaption>{translate("writes")}</MenuCaption>
      <FileWrites />
    </Menu>
  );
}

/** Mounted when the menu opens, so that the query runs only then. */
function FileWrites(): ReactElement {
  const translate = useTranslations("trace.scrubber");
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const view = useView(({ moment }) => ({ moment }));
  const fullModel = useLog((log) => log.fullModel);
  const { changeView, selectSequence } = useActions();
  const changes = useQuery(api.traces.fileChanges.queryOptions({ workspace, id: traceId }));
  if (changes.isPending) return <MenuCaption>{translate("writesLoading")}</MenuCaption>;
  if (changes.isError) {
    return (
      <MenuItem
        onSelect={() => {
          void changes.refetch();
        }}
      >
        {translate("writesFailed")}
      </MenuItem>
    );
  }
  // Jump to the result of the call rather than to the change record just before it.
  const results = new Map(
    fullModel.entries.flatMap((entry) => (entry.k === "tool" ? [[entry.call, entry.q]] : [])),
  );
  const recorded = changes.data.map(({ path, sequence, callId }) => ({
    path,
    sequence: results.get(callId) ?? sequence,
  }));
  const writes = lastWrites(recorded, view.moment);
  if (writes.length === 0) return <MenuCaption>{translate("noWrites")}</MenuCaption>;
  return (
    <>
      {writes.map((write) => (
        <MenuItem
          key={write.path}
          icon={FilePen}
          onSelect={() => {
            changeView({ moment: write.sequence });
            selectSequence(write.sequence);
          }}
        >
          {translate("write", { path: write.path, sequence: String(write.sequence) })}
        </MenuItem>
      ))}
    </>
  );
}
