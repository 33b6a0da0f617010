"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Note } from "../../../ui/note.tsx";
import type { ServerPlace, ShownServer, ShownTool } from "./server-type.ts";
import { ToolRow } from "./tool-row.tsx";

export type ServerToolsProps = {
  readonly place: ServerPlace;
  readonly server: ShownServer;
  readonly onChanged: () => void;
};

/** Changed tools come first, because they wait for a decision; the others keep their order. */
function changedFirst(left: ShownTool, right: ShownTool): number {
  return Number(right.state === "changed") - Number(left.state === "changed");
}

/** The maximum number of tools in one approval. */
const APPROVED_AT_ONCE = 200;

/** The tools of a server, each with its definition, its approval and a trial. */
export function ServerTools({ place, server, onChanged }: ServerToolsProps): ReactElement {
  const translate = useTranslations("mcp.tool");
  const api = useTRPC();
  // Even after a failure, which often means that a definition has changed meanwhile.
  const approve = useMutation(api.mcp.approve.mutationOptions({ onSettled: onChanged }));
  const withdraw = useMutation(api.mcp.withdraw.mutationOptions({ onSettled: onChanged }));
  const isPending = approve.isPending || withdraw.isPending;
  const fresh = server.tools.filter(({ state }) => state === "new").slice(0, APPROVED_AT_ONCE);
  const approveAll = (tools: readonly ShownTool[]): void => {
    const shown = tools.flatMap(({ tool, digest }) => (digest === null ? [] : [{ tool, digest }]));
    if (shown.length > 0) approve.mutate({ ...place, tools: shown });
  };
  return (
    <section
      aria-label={translate("toolsOf", { name: place.name })}
      className="flex flex-col gap-2 rounded-md bg-sunken p-4"
    >
      {server.isPinBroken && <Note tone="error">{translate("broken")}</Note>}
      {fresh.length > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 text-12 text-ink-2">{translate("approveText")}</p>
          <Button
            disabled={isPending}
            onClick={() => {
              approveAll(fresh);
            }}
          >
            {translate("approveNew", { count: fresh.length })}
          </Button>
        </div>
      )}
      {approve.isError && <FailureNote error={approve.error} />}
      {withdraw.isError && <FailureNote error={withdraw.error} />}
      <ul>
        {[...server.tools].sort(changedFirst).map((tool) => (
          <ToolRow
            key={tool.tool}
            place={place}
            tool={tool}
            isPending={isPending}
            onApprove={() => {
              approveAll([tool]);
            }}
            onWithdraw={() => {
              withdraw.mutate({ ...place, tools: [tool.tool] });
            }}
          />
        ))}
      </ul>
    </section>
  );
}
