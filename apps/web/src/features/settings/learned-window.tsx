"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Note } from "../../ui/note.tsx";
import type { ModelRow } from "./model-row.ts";

export type LearnedWindowProps = {
  readonly workspace: string;
  readonly model: Pick<ModelRow, "reference" | "label">;
  readonly learned: NonNullable<ModelRow["learned"]>;
  readonly onChanged: () => void;
};

/** The actual context window of a model, learned from a rejected request, and a button to discard it. */
export function LearnedWindow(props: LearnedWindowProps): ReactElement {
  const { workspace, model, learned, onChanged } = props;
  const translate = useTranslations("settings.models.learned");
  const trpc = useTRPC();
  const format = useFormat();
  const forget = useMutation(trpc.models.forgetWindow.mutationOptions({ onSuccess: onChanged }));
  return (
    <Note tone="warn">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-64" title={format.momentFully(learned.learnedAt)}>
          {translate(learned.source, {
            tokens: format.count(learned.contextWindow),
            date: format.moment(learned.learnedAt),
          })}
        </p>
        <Button
          disabled={forget.isPending}
          aria-label={translate("forgetOf", { model: model.label })}
          onClick={() => {
            forget.mutate({ workspace, reference: model.reference });
          }}
        >
          {translate("forget")}
        </Button>
      </div>
      {forget.error !== null && <FailureNote error={forget.error} />}
    </Note>
  );
}
