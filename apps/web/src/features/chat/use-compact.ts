"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";

/** Asking for a compaction, and what came of it in words. */
export type Compact = {
  /** `traceId` is the conversation's last run; null when there is none yet. */
  readonly ask: (traceId: string | null, focus: string) => void;
  /** The last answer; null when there is none or it was put away. */
  readonly notice: string | null;
  readonly dismiss: () => void;
};

/** `/compact` of the composer (C7). */
export function useCompact(workspace: string): Compact {
  const translate = useTranslations("chat.compact");
  const failureText = useFailureText();
  const api = useTRPC();
  const [notice, setNotice] = useState<string | null>(null);
  const compact = useMutation(
    api.runs.compact.mutationOptions({
      onSuccess: ({ when }) => {
        setNotice(translate(when));
      },
      onError: (problem) => {
        setNotice(translate("failed", { message: failureText(problem, "change").message }));
      },
    }),
  );
  return {
    notice,
    dismiss: () => {
      setNotice(null);
    },
    ask: (traceId, focus) => {
      if (traceId === null) setNotice(translate("nothing"));
      else compact.mutate({ workspace, traceId, focus });
    },
  };
}
