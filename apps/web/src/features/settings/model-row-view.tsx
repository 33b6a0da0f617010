"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Note } from "../../ui/note.tsx";
import { LearnedWindow } from "./learned-window.tsx";
import type { ModelRow } from "./model-row.ts";

export type ModelRowViewProps = {
  readonly workspace: string;
  readonly model: ModelRow;
  readonly isDefault: boolean;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
};

/** One model with its actions. Models from environment variables are read-only here. */
export function ModelRowView({
  workspace,
  model,
  isDefault,
  onEdit,
  onChanged,
}: ModelRowViewProps): ReactElement {
  const translate = useTranslations("settings.models");
  const trpc = useTRPC();
  const format = useFormat();
  const setDefault = useMutation(trpc.models.setDefault.mutationOptions({ onSuccess: onChanged }));
  const remove = useMutation(trpc.models.remove.mutationOptions({ onSuccess: onChanged }));
  const test = useMutation(trpc.models.test.mutationOptions());
  const failed = setDefault.error ?? remove.error ?? test.error;
  const facts = [
    model.reference,
    model.baseUrl,
    translate("window", { tokens: format.tokens(model.contextWindow) }),
    translate("thresholds", {
      clear: format.tokens(model.thresholds.clearAbove),
      summarise: format.tokens(model.thresholds.summariseAbove),
    }),
    model.maxCalls === null ? null : translate("callsAtOnce", { calls: model.maxCalls }),
    model.keyHint === null ? null : translate("keyEnding", { ending: model.keyHint }),
  ].filter((fact) => fact !== null);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{model.scripted ? translate("scripted") : model.label}</span>
            {isDefault && <Badge>{translate("default")}</Badge>}
            {model.source === "environment" && <Badge>{translate("environment")}</Badge>}
          </div>
          <div className="text-12 text-ink-2 [overflow-wrap:anywhere]">{facts.join(" · ")}</div>
        </div>
        {!isDefault && (
          <Button
            onClick={() => {
              setDefault.mutate({ workspace, reference: model.reference });
            }}
          >
            {translate("setDefault")}
          </Button>
        )}
        {!model.scripted && (
          <Button
            disabled={test.isPending}
            onClick={() => {
              test.mutate({ workspace, reference: model.reference });
            }}
          >
            {translate("test")}
          </Button>
        )}
        {model.source === "stored" && (
          <>
            <Button onClick={onEdit}>{translate("edit")}</Button>
            <Button
              variant="danger"
              onClick={() => {
                remove.mutate({ workspace, id: model.id });
              }}
            >
              {translate("remove")}
            </Button>
          </>
        )}
      </div>
      {model.learned !== null && (
        <LearnedWindow {...{ workspace, model, onChanged }} learned={model.learned} />
      )}
      {failed !== null && <FailureNote error={failed} />}
      {test.data?.ok === true && (
        <Note tone="ok">{translate("answered", { duration: format.duration(test.data.latencyMs) })}</Note>
      )}
      {test.data?.ok === false && (
        <Note tone="error">
          <p>{test.data.failure.message}</p>
          <p className="text-ink-2">{test.data.failure.fix}</p>
        </Note>
      )}
    </div>
  );
}
