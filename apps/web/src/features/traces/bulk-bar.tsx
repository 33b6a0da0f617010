"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Tag, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ReactElement } from "react";
import { keyHint } from "../../lib/commands/key-hint.ts";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { useToast } from "../../ui/toast.tsx";
import { Popover } from "../../ui/popover.tsx";
import { SELECTION_COMMANDS } from "./runs-commands.ts";
import type { Selection } from "./use-selection.ts";

export type BulkBarProps = { readonly workspace: string; readonly selection: Selection };

/** Actions for the selected runs, in a bar that floats over the list. */
export function BulkBar({ workspace, selection }: BulkBarProps): ReactElement | null {
  const translate = useTranslations("traces.bulk");
  const ids = [...selection.ids];
  const [tagging, setTagging] = useState(false);
  const remove = useRemoveRuns(workspace, selection.clear);
  const exportUrl = `/api/w/${encodeURIComponent(workspace)}/traces/export`;
  const tag = (): void => {
    setTagging(true);
  };
  useCommands(SELECTION_COMMANDS, { context: { count: ids.length, tag } });
  if (ids.length === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={translate("label")}
      className="absolute bottom-6 left-1/2 z-20 flex h-10 -translate-x-1/2 animate-appear items-center gap-1 rounded-md border border-line bg-raised pr-1 pl-4 shadow-overlay"
    >
      <span role="status" className="mr-2 font-semibold whitespace-nowrap">
        {translate("selected", { count: ids.length })}
      </span>
      <Popover
        align="start"
        open={tagging}
        onOpenChange={setTagging}
        label={translate("tag")}
        trigger={
          <Button variant="ghost" icon={Tag} shortcut={keyHint(SELECTION_COMMANDS, "runs.tag")}>
            {translate("tag")}
          </Button>
        }
      >
        <TagForm
          workspace={workspace}
          selection={selection}
          onDone={() => {
            setTagging(false);
          }}
        />
      </Popover>
      {/* A form lets the browser save the response as it streams in. */}
      <form method="post" action={exportUrl}>
        <input type="hidden" name="ids" value={ids.join(",")} />
        <Button type="submit" variant="ghost" icon={Download}>
          {translate("export")}
        </Button>
      </form>
      <Button
        variant="ghost"
        icon={Trash2}
        className="text-error"
        onClick={() => {
          remove(ids);
        }}
      >
        {translate("delete")}
      </Button>
      <IconButton label={translate("clear")} icon={X} onClick={selection.clear} />
    </div>
  );
}

/** Returns a function that removes runs from the list immediately and deletes them permanently unless the removal is undone. */
function useRemoveRuns(workspace: string, onDone: () => void): (ids: string[]) => void {
  const api = useTRPC();
  const translate = useTranslations("traces.bulk");
  const showToast = useToast();
  const failureText = useFailureText();
  const refresh = useRefresh();
  const fail = (error: { readonly message: string }): void => {
    showToast({ text: failureText(error, "change").message });
  };
  const remove = useMutation(api.traces.remove.mutationOptions({ onSettled: refresh, onError: fail }));
  const restore = useMutation(api.traces.restore.mutationOptions({ onSettled: refresh, onError: fail }));
  const purge = useMutation(api.traces.purge.mutationOptions({ onError: fail }));
  return (removedIds) => {
    remove.mutate(
      { workspace, ids: removedIds },
      {
        onSuccess: (removed) => {
          const ids = [...removed.ids];
          const kept = removedIds.length - ids.length;
          onDone();
          if (ids.length === 0) {
            showToast({ text: translate("stillRunning", { count: kept }) });
            return;
          }
          showToast({
            text:
              kept === 0
                ? translate("deleted", { count: ids.length })
                : translate("deletedSome", { count: ids.length, kept }),
            undo: () => {
              restore.mutate({ workspace, ids });
            },
            onExpire: () => {
              purge.mutate({ workspace, ids });
            },
          });
        },
      },
    );
  };
}

function useRefresh(): () => void {
  const api = useTRPC();
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: api.traces.list.pathKey() });
    void queryClient.invalidateQueries({ queryKey: api.traces.figures.pathKey() });
    void queryClient.invalidateQueries({ queryKey: api.traces.facets.pathKey() });
  };
}

function TagForm({
  workspace,
  selection,
  onDone,
}: BulkBarProps & { readonly onDone: () => void }): ReactElement {
  const api = useTRPC();
  const translate = useTranslations("traces.bulk");
  const refresh = useRefresh();
  const [tag, setTag] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const change = useMutation(api.annotations.tag.mutationOptions({ onSuccess: refresh }));
  const present = [...new Set(selection.rows.flatMap((row) => row.tags))].sort();
  const apply = (changes: { readonly add?: string[]; readonly remove?: string[] }): void => {
    change.mutate({ workspace, traceIds: [...selection.ids], ...changes });
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (tag.trim() === "") return;
        apply({ add: [tag.trim()] });
        setTag("");
        onDone();
      }}
    >
      <Field label={translate("newTag")} error={change.error?.message ?? null}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            value={tag}
            maxLength={40}
            onChange={(event) => {
              setTag(event.target.value);
            }}
          />
        )}
      </Field>
      {present.length > 0 && (
        <ul className="flex flex-wrap gap-1" aria-label={translate("tags")}>
          {present.map((name) => (
            <li key={name} className="inline-flex items-center rounded-sm bg-ink/6 pl-2 text-12">
              {name}
              <IconButton
                label={translate("removeTag", { tag: name })}
                icon={X}
                size="small"
                onClick={() => {
                  apply({ remove: [name] });
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Button type="submit" disabled={tag.trim() === ""}>
        {translate("addTag")}
      </Button>
    </form>
  );
}
