"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Note } from "../../ui/note.tsx";

export type ModeNoticeProps = { readonly workspace: string };

/**
 * Explains to a workspace that is older than permissions that its runs never ask, and changes that with one click. Renders nothing once someone has
 * chosen a mode.
 */
export function ModeNotice({ workspace }: ModeNoticeProps): ReactElement | null {
  const translate = useTranslations("chat.mode.notice");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const current = useQuery(api.permissions.mode.queryOptions({ workspace }));
  const choose = useMutation(
    api.permissions.setMode.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: api.permissions.pathKey() }),
    }),
  );
  if (current.data === undefined || current.data.isChosen || current.data.mode !== "auto") return null;
  return (
    <div className="measure mb-2 flex-none">
      <Note tone="warn" className="-mx-4 phone:mx-0">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-60 flex-1">{translate("text")}</p>
          <Button
            disabled={choose.isPending}
            onClick={() => {
              choose.mutate({ workspace, mode: "ask" });
            }}
          >
            {translate("ask")}
          </Button>
          <Button
            variant="ghost"
            disabled={choose.isPending}
            onClick={() => {
              choose.mutate({ workspace, mode: "auto" });
            }}
          >
            {translate("keep")}
          </Button>
        </div>
        {choose.isError && <FailureNote error={choose.error} />}
      </Note>
    </div>
  );
}
