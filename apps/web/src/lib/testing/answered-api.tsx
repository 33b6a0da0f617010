import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ReactElement, ReactNode } from "react";
import type { AppRouter } from "../../server/api/root.ts";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

/** Replaces `lib/trpc.tsx`: `vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/answered-api.tsx"))`. */
export { useTRPC };

export type Asked = { readonly path: string; readonly input: unknown };

/** A server with scripted answers, and the requests it received. A failure of `answer` reaches the browser. */
export function createAnsweredApi(answer: (asked: Asked) => Promise<unknown>): {
  readonly asked: readonly Asked[];
  /** Lets the streams open, as a browser does when it has connected, for the first time or again. */
  readonly openStreams: () => void;
  readonly Surroundings: (props: { readonly children: ReactNode }) => ReactElement;
} {
  const asked: Asked[] = [];
  const streams = new Set<() => void>();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op: { path, input, type } }) =>
          observable((observer) => {
            asked.push({ path, input });
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
              (thrown: unknown) => observer.error(TRPCClientError.from(asError(thrown))),
            );
          }),
    ],
  });
  return {
    asked,
    openStreams: () => streams.forEach((open) => open()),
    Surroundings: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={client} queryClient={queryClient}>
          {children}
        </TRPCProvider>
      </QueryClientProvider>
    ),
  };
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
