"use client";
import type { Trace } from "@goaltrace/core/log";
import { useMutation } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../lib/trpc.tsx";
import { useFailureText } from "../lib/use-failure-text.ts";
import { IconButton } from "./icon-button.tsx";
import { useToast } from "./toast.tsx";

type PauseButtonProps = {
  readonly workspace: string;
  readonly trace: Pick<Trace, "id" | "status" | "waitingFor">;
};

/** Pauses a run before its next step, or continues a paused one. Renders nothing after the run has ended. */
export function PauseButton({ workspace, trace }: PauseButtonProps): ReactElement | null {
  const translate = useTranslations("common.pause");
  const api = useTRPC();
  const showToast = useToast();
  const failureText = useFailureText();
  const onError = (error: unknown): void => {
    const { message, fix } = failureText(error, "change");
    showToast({ text: `${message} ${fix}` });
  };
  const pause = useMutation(
    api.runs.pause.mutationOptions({
      onError,
      onSuccess: () => {
        showToast({ text: translate("asked") });
      },
    }),
  );
  const resume = useMutation(api.runs.resume.mutationOptions({ onError }));
  const input = { workspace, traceId: trace.id };
  if (trace.status === "waiting" && trace.waitingFor === "pause") {
    return (
      <IconButton
        label={translate("resume")}
        icon={Play}
        disabled={resume.isPending}
        onClick={() => {
          resume.mutate(input);
        }}
      />
    );
  }
  if (trace.status !== "running" && trace.status !== "queued") return null;
  return (
    <IconButton
      label={translate("pause")}
      icon={Pause}
      disabled={pause.isPending}
      onClick={() => {
        pause.mutate(input);
      }}
    />
  );
}
