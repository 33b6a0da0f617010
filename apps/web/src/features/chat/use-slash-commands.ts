"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import type { SlashCommand } from "./slash-command.ts";

/** Runs slash commands and reports the outcome of the last one. */
export type SlashCommands = {
  /** `traceId` is the last run of the conversation; null before the first run. */
  readonly run: (command: SlashCommand, traceId: string | null) => void;
  /** The outcome of the last command; null before the first or after a dismissal. */
  readonly notice: string | null;
  readonly dismiss: () => void;
};

/** Commands that a run receives; `/memory` opens its page. */
type Kind = Exclude<SlashCommand["kind"], "memory">;
type Senders = {
  readonly [K in Kind]: (traceId: string, command: Extract<SlashCommand, { readonly kind: K }>) => void;
};

/** Returns the slash commands of the composer. Their outcome messages are in `chat.command` under the name of the command. */
export function useSlashCommands(workspace: string): SlashCommands {
  const translate = useTranslations("chat.command");
  const failureText = useFailureText();
  const api = useTRPC();
  const router = useRouter();
  const [notice, setNotice] = useState<string | null>(null);
  const noticeHandlers = (kind: Kind) => ({
    onSuccess: ({ when }: { readonly when: "now" | "next_turn" }) => {
      setNotice(translate(`${kind}.${when}`));
    },
    onError: (problem: { readonly message: string }) => {
      setNotice(translate(`${kind}.failed`, { message: failureText(problem, "change").message }));
    },
  });
  const compact = useMutation(api.runs.compact.mutationOptions(noticeHandlers("compact")));
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
      if (command.kind === "memory") {
        const query = new URLSearchParams(command.query === "" ? {} : { q: command.query }).toString();
        router.push(`/w/${workspace}/memory${query === "" ? "" : `?${query}`}`);
      } else if (traceId === null) setNotice(translate(`${command.kind}.nothing`));
      else senders[command.kind](traceId, command);
    },
  };
}
