"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../lib/use-format.ts";
import { type RouterOutputs, useTRPC } from "../lib/trpc.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { FailureNote } from "./failure-note.tsx";
import { SkeletonRows } from "./skeleton.tsx";
import { useToast } from "./toast.tsx";

export type UndoFilesDialogProps = {
  readonly workspace: string;
  readonly traceId: string;
  readonly onClose: () => void;
};

type Changes = RouterOutputs["runs"]["previewUndo"];
type PathOutcome = Changes["paths"][number];

/**
 * Shows which file changes of a run would be undone and which not, and undoes them. Stays open to show the changes that remain. Mounted while it is
 * open.
 */
export function UndoFilesDialog({ workspace, traceId, onClose }: UndoFilesDialogProps): ReactElement {
  const translate = useTranslations("common.undoFiles");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const preview = useQuery(
    api.runs.previewUndo.queryOptions({ workspace, traceId }, { staleTime: 0, gcTime: 0, retry: false }),
  );
  const undo = useMutation(
    api.runs.undoFiles.mutationOptions({
      onSuccess: (done) => {
        void queryClient.invalidateQueries({ queryKey: api.runs.previewUndo.pathKey() });
        const reverted = done.paths.filter(({ outcome }) => outcome === "reverted").length;
        showToast({ text: translate("done", { count: reverted }) });
        if (done.paths.every(({ outcome }) => outcome === "reverted" || outcome === "already")) onClose();
      },
    }),
  );
  const changes = undo.data ?? preview.data;
  const canUndo =
    undo.data === undefined && preview.data?.paths.some(({ outcome }) => outcome === "reverted") === true;
  return (
    <ConfirmDialog
      title={translate("title")}
      confirmLabel={translate(undo.isPending ? "undoing" : "confirm")}
      canConfirm={canUndo && !undo.isPending}
      onConfirm={() => {
        undo.mutate({ workspace, traceId });
      }}
      stop={undo.data === undefined ? undefined : { label: translate("close"), onStop: onClose }}
      onClose={onClose}
    >
      {preview.isPending && <SkeletonRows rows={3} />}
      {preview.isError && <FailureNote error={preview.error} />}
      {changes !== undefined && <Outcomes changes={changes} isDone={undo.data !== undefined} />}
      {undo.isError && <FailureNote error={undo.error} />}
    </ConfirmDialog>
  );
}

function Outcomes({
  changes,
  isDone,
}: {
  readonly changes: Changes;
  readonly isDone: boolean;
}): ReactElement {
  const translate = useTranslations("common.undoFiles");
  const format = useFormat();
  const { paths, uncovered, unclear, undos } = changes;
  const reverted = paths.filter(({ outcome }) => outcome === "reverted");
  const kept = paths.filter(({ outcome }) => outcome !== "reverted" && outcome !== "already");
  const last = undos.at(-1);
  return (
    <>
      {last !== undefined && !isDone && (
        <p>
          {translate("earlier", {
            person: last.person.name,
            time: format.momentFully(last.at),
            count: last.reverted,
          })}
        </p>
      )}
      {reverted.length === 0 && kept.length === 0 && <p>{translate("nothing")}</p>}
      {reverted.length > 0 && (
        <PathList
          title={translate(isDone ? "reverted" : "reverts", { count: reverted.length })}
          paths={reverted}
        />
      )}
      {kept.length > 0 && <PathList title={translate("kept", { count: kept.length })} paths={kept} isKept />}
      {unclear.length > 0 && <p>{translate("unclear", { paths: unclear.join(", ") })}</p>}
      {uncovered.map((reason) => (
        <p key={reason}>{translate("uncovered", { reason: translate(`reason.${reason}`) })}</p>
      ))}
    </>
  );
}

function PathList({
  title,
  paths,
  isKept = false,
}: {
  readonly title: string;
  readonly paths: readonly PathOutcome[];
  readonly isKept?: boolean;
}): ReactElement {
  const translate = useTranslations("common.undoFiles");
  const id = useId();
  return (
    <div>
      <p id={id} className="text-ink">
        {title}
      </p>
      <ul aria-labelledby={id} tabIndex={0} className="mt-1 max-h-48 overflow-y-auto text-12">
        {paths.map(({ path, outcome, change }) => (
          <li key={path} className="flex min-h-6 items-baseline gap-3">
            <code className="min-w-0 flex-1 font-mono text-11 [overflow-wrap:anywhere]">{path}</code>
            <span className="flex-none text-ink-3">
              {isKept && outcome !== "reverted" && outcome !== "already"
                ? translate(`outcome.${outcome}`)
                : translate(`effect.${change}`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
