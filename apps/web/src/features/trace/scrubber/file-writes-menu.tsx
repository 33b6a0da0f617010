"use client";
import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { FilePen } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuCaption, MenuItem } from "../../../ui/menu.tsx";
import { useDebugger } from "../debugger-context.ts";
import { lastWrites } from "./last-writes.ts";

/** Jumps back to the last write of a file, as of the moment shown. */
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

/** Mounted when the menu opens, so the question is asked only then. */
function FileWrites(): ReactElement {
  const translate = useTranslations("trace.scrubber");
  const api = useTRPC();
  const { workspace, trace, whole, view, changeView, selectSequence } = useDebugger();
  const changes = useQuery(api.traces.fileChanges.queryOptions({ workspace, id: trace.id }));
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
  // The result of the call is what one wants to look at; the record of the change stands just before it.
  const results = new Map(
    whole.entries.flatMap((entry) => (entry.k === "tool" ? [[entry.call, entry.q]] : [])),
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
