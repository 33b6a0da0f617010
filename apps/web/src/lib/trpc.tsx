"use client";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createTRPCClient,
  httpBatchStreamLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
} from "@trpc/client";
import type { TRPCClient } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { useEffect, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import superjson from "superjson";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../server/api/root.ts";
import { onServerReturn, watchedFetch } from "./connection.ts";
import { API_ENDPOINT, PRELOADED_QUERIES } from "./query-address.ts";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };

/** What each procedure answers, as the browser sees it. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Lists are pushed by streams; refetching sooner than this on every mount would only repeat what is there. */
const STALE_MS = 10_000;
const RETRIES = 2;

/** Gives queries, mutations and subscriptions to everything below it. */
export function ApiProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(createClient);
  useEffect(() => onServerReturn(() => void askAgain(queryClient)), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** What is on the page is from before the server went away. What streams keep current stays: they resume by themselves. */
async function askAgain(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({
    type: "active",
    predicate: ({ state, observers }) =>
      state.status === "error" || observers.every(({ options }) => options.refetchOnReconnect !== false),
  });
}

function createClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: API_ENDPOINT, transformer: superjson }),
        false: splitLink({
          condition: (operation) => operation.type === "query" && PRELOADED_QUERIES.has(operation.path),
          true: httpLink({ url: API_ENDPOINT, transformer: superjson, fetch: watchedFetch }),
          false: httpBatchStreamLink({ url: API_ENDPOINT, transformer: superjson, fetch: watchedFetch }),
        }),
      }),
    ],
  });
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < RETRIES && !isRefusal(error),
      },
      mutations: { retry: false },
    },
  });
}

/** The HTTP status the server answered with, or null when no answer came. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("httpStatus" in data)) return null;
  return typeof data.httpStatus === "number" ? data.httpStatus : null;
}

/** Asking again would be answered the same way. */
function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== null && status >= 400 && status < 500 && status !== 429;
}

/** A session that ended while the page was open: sign in, then come back to the same view. */
function leaveWhenSignedOut(error: unknown): void {
  if (statusOf(error) !== 401) return;
  const back = window.location.pathname + window.location.search;
  window.location.assign(`/signin?next=${encodeURIComponent(back)}`);
}
