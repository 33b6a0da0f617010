"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../../lib/trpc.tsx";
import { Button } from "../../../../ui/button.tsx";
import { FailureNote } from "../../../../ui/failure-note.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { useRun } from "../../state/debugger-provider.tsx";

export type PinBackProps = {
  readonly text: string;
  readonly pinned: boolean;
  /** The sequence of the compaction that dropped the text. */
  readonly sequence: number;
};

/** A button that permanently restores dropped text to the context. */
export function PinBack({ text, pinned, sequence }: PinBackProps): ReactElement {
  const translate = useTranslations("inspector.compaction.pin");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const { workspace, traceId } = useRun();
  const pin = useMutation(
    api.runs.pin.mutationOptions({
      onSuccess: () =>
        queryClient.invalidateQueries({
          queryKey: api.traceInspect.compaction.queryKey({ workspace, id: traceId, sequence }),
        }),
    }),
  );
  if (pin.isError)
    return (
      <div className="basis-full">
        <FailureNote error={pin.error} />
      </div>
    );
  if (pinned || pin.isSuccess)
    return (
      <>
        <span role="status" className="inline-flex items-center gap-1 text-ink-2">
          <Icon icon={Pin} size={14} />
          {translate("done")}
        </span>
        {pin.data !== undefined && (
          <span className="basis-full text-11 text-ink-2">{translate(pin.data.when)}</span>
        )}
      </>
    );
  return (
    <Button
      variant="ghost"
      disabled={pin.isPending}
      onClick={() => {
        pin.mutate({ workspace, traceId: traceId, text });
      }}
    >
      <Icon icon={Pin} size={14} />
      {translate("back")}
      <span className="sr-only">{`: ${text}`}</span>
    </Button>
  );
}
