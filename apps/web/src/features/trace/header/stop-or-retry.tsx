"use client";
import { isTerminal, type Trace } from "@goaltrace/core/log";
import { useMutation } from "@tanstack/react-query";
import { RotateCcw, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { ReactElement } from "react";
import { traceHref } from "../../../lib/trace-address.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useFailureText } from "../../../lib/use-failure-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useToast } from "../../../ui/toast.tsx";

export type StopOrRetryProps = {
  readonly workspace: string;
  readonly trace: Pick<Trace, "id" | "status" | "parentId" | "conversationId">;
};

/**
 * Stops a run, or repeats a turn that has ended and opens the new run. Only a turn of a conversation can be repeated, not a sub-agent or an
 * imported run.
 */
export function StopOrRetry({ workspace, trace }: StopOrRetryProps): ReactElement | null {
  const translate = useTranslations("trace.header");
  const api = useTRPC();
  const router = useRouter();
  const showToast = useToast();
  const failureText = useFailureText();
  const onError = (error: unknown): void => {
    const { message, fix } = failureText(error, "change");
    showToast({ text: `${message} ${fix}` });
  };
  const stop = useMutation(
    api.runs.cancel.mutationOptions({
      onError,
      onSuccess: () => {
        showToast({ text: translate("stopping") });
      },
    }),
  );
  const retry = useMutation(
    api.runs.retry.mutationOptions({
      onError,
      onSuccess: ({ traceId }) => {
        router.push(traceHref(workspace, traceId));
      },
    }),
  );
  const input = { workspace, traceId: trace.id };
  if (!isTerminal(trace.status)) {
    return (
      <IconButton
        label={translate("stop")}
        icon={Square}
        disabled={stop.isPending}
        onClick={() => {
          stop.mutate(input);
        }}
      />
    );
  }
  if (trace.parentId !== null || trace.conversationId === null) return null;
  return (
    <IconButton
      label={translate("retry")}
      icon={RotateCcw}
      disabled={retry.isPending}
      onClick={() => {
        retry.mutate(input);
      }}
    />
  );
}
