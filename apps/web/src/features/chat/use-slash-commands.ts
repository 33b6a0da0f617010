"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import type { SlashCommand } from "./slash-command.ts";

/** Sends the commands of the composer, and says in words what came of the last one. */
export type SlashCommands = {
  /** `traceId` is the conversation's last run; null when there is none yet. */
  readonly run: (command: SlashCommand, traceId: string | null) => void;
  /** The last answer; null when there is none or it was dismissed. */
  readonly notice: string | null;
  readonly dismiss: () => void;
};

type Kind = SlashCommand["kind"];
type Senders = {
  readonly [K in Kind]: (traceId: string, command: Extract<SlashCommand, { readonly kind: K }>) => void;
};

/** The commands of the composer. The answers of each are texts under its name in `chat.command`. */
export function useSlashCommands(workspace: string): SlashCommands {
  const translate = useTranslations("chat.command");
  const failureText = useFailureText();
  const api = useTRPC();
  const [notice, setNotice] = useState<string | null>(null);
  const told = (kind: Kind) => ({
    onSuccess: ({ when }: { readonly when: "now" | "next_turn" }) => {
      setNotice(translate(`${kind}.${when}`));
    },
    onError: (problem: { readonly message: string }) => {
      setNotice(translate(`${kind}.failed`, { message: failureText(problem, "change").message }));
    },
  });
  const compact = useMutation(api.runs.compact.mutationOptions(told("compact")));
  const senders: Senders = {
    compact: (traceId, { focus }) => {
      compact.mutate({ workspace, traceId, focus });
    },
  };
  return {
    notice,
    dismiss: () => {
      setNotice(null);
    },
    run: (command, traceId) => {
      if (traceId === null) setNotice(translate(`${command.kind}.nothing`));
      else senders[command.kind](traceId, command);
    },
  };
}
