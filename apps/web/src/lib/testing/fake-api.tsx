import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ReactElement, ReactNode } from "react";
import type { AppRouter } from "../../server/api/root.ts";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

/** Replaces `lib/trpc.tsx`: `vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"))`. */
export { useTRPC };

export type ApiRequest = { readonly path: string; readonly input: unknown };

/** Creates a fake API with scripted results. Records the requests; an error thrown by `answer` reaches the browser. */
export function createFakeApi(answer: (request: ApiRequest) => Promise<unknown>): {
  readonly requests: readonly ApiRequest[];
  /** Reports to all streams that they are open, as after each connect. */
  readonly openStreams: () => void;
  readonly Wrapper: (props: { readonly children: ReactNode }) => ReactElement;
} {
  const requests: ApiRequest[] = [];
  const streams = new Set<() => void>();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op: { path, input, type } }) =>
          observable((observer) => {
            requests.push({ path, input });
            if (type === "subscription") {
              const open = (): void => observer.next({ result: { type: "started" } });
              streams.add(open);
              return () => streams.delete(open);
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
    openStreams: () => streams.forEach((open) => open()),
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
