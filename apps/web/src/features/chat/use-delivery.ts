"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../lib/trpc.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useMessageId } from "./use-message-id.ts";
import { useSessionText } from "../../lib/session-text.ts";

/** A message sent while a run works is read before its next model call, or becomes the next turn. */
export type DeliveryKind = "steer" | "queue";

export type Delivery = {
  readonly kind: DeliveryKind;
  readonly choose: (kind: DeliveryKind) => void;
  /** Sends a text to the run. Returns whether the server accepted it; otherwise `error` says why. */
  readonly steer: (traceId: string, text: string) => Promise<boolean>;
  readonly error: unknown;
};

/** Returns the choice between steering and queuing, remembered for this browser tab. */
export function useDelivery(workspace: string): Delivery {
  const translate = useTranslations("chat.delivery");
  const api = useTRPC();
  const showToast = useToast();
  const messageId = useMessageId();
  const [stored, store] = useSessionText("chat.delivery");
  const steer = useMutation(
    api.runs.steer.mutationOptions({
      onSuccess: ({ when }) => {
        showToast({ text: translate(`sent.${when}`) });
      },
    }),
  );
  return {
    kind: stored === "steer" ? "steer" : "queue",
    choose: store,
    steer: async (traceId, text) =>
      await steer.mutateAsync({ workspace, traceId, text, messageId: messageId.of(text) }).then(
        () => {
          messageId.accepted();
          return true;
        },
        () => false,
      ),
    error: steer.error,
  };
}
