"use client";
import { useMutation } from "@tanstack/react-query";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { useRefreshRequests } from "../../lib/requests/use-refresh-requests.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { useToast } from "../toast.tsx";

/**
 * The decision of a person about a request. `arguments` (the text of a JSON object) replaces those of the call; `always` approves it and
 * writes a rule for calls like it.
 */
export type Decision =
  | { readonly kind: "approve"; readonly arguments?: string }
  | { readonly kind: "always"; readonly layer: "conversation" | "workspace"; readonly rule: string }
  | { readonly kind: "deny"; readonly reason: string }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "resolve"; readonly resolution: Resolution };

/** The report on a call whose process died: it took effect, it should run again, or it is left as it is. */
export type Resolution = "happened" | "run_again" | "left";

export type DecideRequest = {
  readonly decide: (decision: Decision) => void;
  readonly isPending: boolean;
  /** The decision that the server accepted; null before that. */
  readonly accepted: Decision["kind"] | null;
  /** Why the last decision was not accepted; null after none. */
  readonly error: unknown;
};

/** Sends the decision of the person about one request. The server counts the first decision; everything that shows requests is refetched. */
export function useDecideRequest(
  workspace: string,
  { traceId, id }: Pick<RequestView, "traceId" | "id">,
): DecideRequest {
  const api = useTRPC();
  const refresh = useRefreshRequests();
  const showToast = useToast();
  const failureText = useFailureText();
  const options = {
    onSettled: refresh,
    onError: (error: unknown) => {
      const { code, message } = failureText(error, "change");
      // The request disappears, and with it any message inside it.
      if (code === "CONFLICT") showToast({ text: message });
    },
  };
  const approve = useMutation(api.requests.approve.mutationOptions(options));
  const always = useMutation(api.requests.approveAlways.mutationOptions(options));
  const deny = useMutation(api.requests.deny.mutationOptions(options));
  const answer = useMutation(api.requests.answer.mutationOptions(options));
  const resolve = useMutation(api.requests.resolve.mutationOptions(options));
  const request = { workspace, traceId, id };
  const all = [
    ["approve", approve],
    ["always", always],
    ["deny", deny],
    ["answer", answer],
    ["resolve", resolve],
  ] as const;
  return {
    decide: (decision) => {
      for (const [, mutation] of all) mutation.reset();
      switch (decision.kind) {
        case "approve": {
          const edited = decision.arguments === undefined ? {} : { arguments: decision.arguments };
          approve.mutate({ ...request, ...edited });
          return;
        }
        case "always":
          always.mutate({ ...request, layer: decision.layer, rule: decision.rule });
          return;
        case "deny":
          deny.mutate({ ...request, reason: decision.reason });
          return;
        case "answer":
          answer.mutate({ ...request, text: decision.text });
          return;
        case "resolve":
          resolve.mutate({ ...request, resolution: decision.resolution });
      }
    },
    isPending: all.some(([, { isPending }]) => isPending),
    accepted: all.find(([, { isSuccess }]) => isSuccess)?.[0] ?? null,
    error: all.find(([, { error }]) => error !== null)?.[1].error ?? null,
  };
}
