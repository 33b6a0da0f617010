import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ReactElement, ReactNode } from "react";
import type { AppRouter } from "../../server/api/root.ts";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

/** Replaces `lib/trpc.tsx`: `vi.mock("../trpc.tsx", () => import("./fake-api.tsx"))`. */
export { useTRPC };

export type ApiRequest = { readonly path: string; readonly input: unknown };

/** A subscription of the page. Call its methods within `act`. */
export type FakeStream = ApiRequest & {
  /** Whether the page is still subscribed. */
  readonly isOpen: () => boolean;
  /** Reports that the stream is connected, as after each connect. */
  readonly connect: () => void;
  /** Sends one message of the server. */
  readonly send: (message: unknown) => void;
  /** Breaks the connection. The client reconnects, which `connect` then reports. */
  readonly disconnect: () => void;
};

/** Creates a fake API with scripted results. Records the requests; an error thrown by `answer` reaches the browser. */
export function createFakeApi(answer: (request: ApiRequest) => Promise<unknown>): {
  readonly requests: readonly ApiRequest[];
  /** All streams, in the order of their subscriptions. */
  readonly streams: readonly FakeStream[];
  readonly Wrapper: (props: { readonly children: ReactNode }) => ReactElement;
} {
  const requests: ApiRequest[] = [];
  const streams: FakeStream[] = [];
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op: { path, input, type } }) =>
          observable((observer) => {
            requests.push({ path, input });
            if (type === "subscription") {
              let isOpen = true;
              streams.push({
                ...{ path, input, isOpen: () => isOpen },
                connect: () => observer.next({ result: { type: "started" } }),
                send: (data) => observer.next({ result: { type: "data", data } }),
                disconnect: () =>
                  observer.next({
                    result: { type: "state", state: "connecting", error: new TRPCClientError("closed") },
                  }),
              });
              return () => (isOpen = false);
            }
            answer({ path, input }).then(
              (data) => {
                observer.next({ result: { type: "data", data } });
                observer.complete();
              },
              (thrown: unknown) => observer.error(TRPCClientError.from(toError(thrown))),
            );
          }),
    ],
  });
  return {
    requests,
    streams,
    Wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={client} queryClient={queryClient}>
          {children}
        </TRPCProvider>
      </QueryClientProvider>
    ),
  };
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
