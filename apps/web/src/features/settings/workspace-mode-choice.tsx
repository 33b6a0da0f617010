"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Segmented } from "../../ui/segmented.tsx";

const MODES = ["read-only", "ask", "auto"] as const;

export type WorkspaceModeChoiceProps = {
  readonly workspace: string;
  readonly mode: RouterOutputs["permissions"]["mode"];
  readonly onChanged: () => void;
};

/** The mode of the workspace: shown to everyone, changed by admins. */
export function WorkspaceModeChoice({ workspace, mode, onChanged }: WorkspaceModeChoiceProps): ReactElement {
  const translate = useTranslations("permissions.mode");
  const api = useTRPC();
  const change = useMutation(api.permissions.setMode.mutationOptions({ onSettled: onChanged }));
  const shown = change.isPending ? change.variables.mode : mode.mode;
  return (
    <section className="flex flex-col items-start gap-2">
      <h2 className="font-semibold">{translate("title")}</h2>
      {mode.mayChange ? (
        <Segmented
          label={translate("title")}
          value={shown}
          segments={MODES.map((value) => ({ value, label: translate(`names.${value}`) }))}
          onChange={(value) => {
            if (value !== mode.mode) change.mutate({ workspace, mode: value });
          }}
        />
      ) : (
        <p>{translate(`names.${shown}`)}</p>
      )}
      <p className="text-12 text-ink-2">{translate(`texts.${shown}`)}</p>
      {change.isError && <FailureNote error={change.error} />}
    </section>
  );
}
