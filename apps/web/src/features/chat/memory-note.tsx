"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Link } from "../../ui/link.tsx";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import type { TurnNote } from "./chat-turn.ts";
import { DashedLine } from "./note-line.tsx";

type MemoryNoteProps = {
  readonly note: Extract<TurnNote, { readonly type: "memory" }>;
  readonly workspace: string;
};

/** An entry that the agent saved or that is held: one quiet line with the actions for it. */
export function MemoryNote({ note, workspace }: MemoryNoteProps): ReactElement {
  const translate = useTranslations("chat.note.memory");
  const { id, name, outcome } = note;
  const changes = useNoteChanges(workspace, id);
  const base = `${workspaceHref(workspace)}/memory?${outcome === "held" ? "tab=review&" : ""}entry=${encodeURIComponent(id)}`;
  return (
    <>
      <DashedLine>
        {translate(outcome, { name })}{" "}
        {changes.done === null ? (
          <span className="inline-flex flex-wrap justify-center gap-x-3">
            <Link className="link" href={outcome === "held" ? base : `${base}&edit=1`}>
              {translate(outcome === "held" ? "review" : "edit")}
            </Link>
            {outcome === "held" ? (
              <NoteAction isBusy={changes.isBusy} onAct={changes.reject}>
                {translate("reject")}
              </NoteAction>
            ) : (
              <>
                <NoteAction isBusy={changes.isBusy} onAct={changes.undo}>
                  {translate("undo")}
                </NoteAction>
                <NoteAction isBusy={changes.isBusy} onAct={changes.share}>
                  {translate("forEverybody")}
                </NoteAction>
              </>
            )}
          </span>
        ) : (
          <span role="status">{translate(changes.done)}</span>
        )}
      </DashedLine>
      {changes.error !== null && <FailureNote error={changes.error} />}
    </>
  );
}

type NoteActionProps = { readonly isBusy: boolean; readonly onAct: () => void; readonly children: ReactNode };

function NoteAction({ isBusy, onAct, children }: NoteActionProps): ReactElement {
  return (
    <button type="button" className="link" disabled={isBusy} onClick={onAct}>
      {children}
    </button>
  );
}

type Done = "undone" | "rejected" | "shared";

type NoteChanges = {
  readonly done: Done | null;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly undo: () => void;
  readonly reject: () => void;
  readonly share: () => void;
};

function useNoteChanges(workspace: string, id: string): NoteChanges {
  const api = useTRPC();
  const queries = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  const remove = useMutation(api.memory.undo.mutationOptions());
  const decide = useMutation(api.memory.decide.mutationOptions());
  const edit = useMutation(api.memory.edit.mutationOptions());
  const read = api.memory.get.queryOptions({ workspace, id }, { staleTime: 0 });
  const share = useMutation({
    mutationFn: async () => {
      const { entry } = await queries.fetchQuery(read);
      const { version, type, name, description, keywords, content } = entry;
      const fields = { type, name, description, keywords: [...keywords], content };
      await edit.mutateAsync({ workspace, id, version, fields, audience: "workspace" });
    },
  });
  const settle = (outcome: Done): { readonly onSuccess: () => Promise<void> } => ({
    onSuccess: async () => {
      setDone(outcome);
      await queries.invalidateQueries({ queryKey: api.memory.pathKey() });
    },
  });
  return {
    done,
    isBusy: remove.isPending || decide.isPending || share.isPending,
    error: remove.error ?? decide.error ?? share.error,
    undo: () => {
      remove.mutate({ workspace, id }, settle("undone"));
    },
    reject: () => {
      decide.mutate({ workspace, id, approve: false }, settle("rejected"));
    },
    share: () => {
      share.mutate(undefined, settle("shared"));
    },
  };
}
