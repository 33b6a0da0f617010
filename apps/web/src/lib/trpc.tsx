"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpSubscriptionLink, splitLink, TRPCClientError } from "@trpc/client";
import type { TRPCClient } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { useEffect, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import superjson from "superjson";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../server/api/root.ts";
import { onServerRecovered, reportDatabaseAway, watchedFetch } from "./connection.ts";
import { createRefetch } from "./refetch-after-outage.ts";
import { createCallLink } from "./call-link.ts";
import { API_ENDPOINT } from "./query-url.ts";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };

/** The result type of each procedure. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Streams keep lists current, so refetching on every mount would be redundant within this time. */
const STALE_MS = 10_000;
const MAX_RETRIES = 2;

/** Provides the API client and the query cache. */
export function ApiProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(createClient);
  useEffect(() => onServerRecovered(createRefetch(queryClient)), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function createClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: API_ENDPOINT, transformer: superjson }),
        false: createCallLink(API_ENDPOINT, watchedFetch),
      }),
    ],
  });
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        noteDatabaseAway(error);
        redirectWhenSignedOut(error);
      },
    }),
    mutationCache: new MutationCache({ onError: noteDatabaseAway }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < MAX_RETRIES && !isClientError(error),
      },
      mutations: { retry: false },
    },
  });
}

/** Facts that the server adds to the error of a failed call, as in `errorFormatter`. */
type ErrorFacts = { readonly httpStatus?: unknown; readonly failure?: { readonly code?: unknown } };

/** Returns the facts of a failed call; none when there was no response. */
function errorFacts(error: unknown): ErrorFacts {
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  return typeof data === "object" && data !== null ? data : {};
}

/** Returns the HTTP status of a failed call, or null when there was no response. */
function httpStatus(error: unknown): number | null {
  const { httpStatus: status } = errorFacts(error);
  return typeof status === "number" ? status : null;
}

function noteDatabaseAway(error: unknown): void {
  if (errorFacts(error).failure?.code === "DATABASE_UNAVAILABLE") reportDatabaseAway();
}

/** Returns true for errors that a retry would not change. */
function isClientError(error: unknown): boolean {
  const status = httpStatus(error);
  return status !== null && status >= 400 && status < 500 && status !== 429;
}

/** Redirects to sign-in, and then back to the current view, when the session has ended. */
function redirectWhenSignedOut(error: unknown): void {
  if (httpStatus(error) !== 401) return;
  const back = window.location.pathname + window.location.search;
  window.location.assign(`/signin?next=${encodeURIComponent(back)}`);
}
