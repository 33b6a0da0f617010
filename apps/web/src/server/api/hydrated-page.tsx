import { HydrationBoundary } from "@tanstack/react-query";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import type { ReactElement, ReactNode } from "react";
import type { Prefetch } from "../../lib/prefetch.ts";
import { currentViewer } from "../auth/viewer-for-page.ts";
import { getRuntime } from "../runtime.ts";
import { prefetchQueries } from "./prefetch-queries.ts";

type HydratedPageProps = { readonly prefetch: Prefetch; readonly children: ReactNode };

/** Runs a page's first queries on the server, so that its HTML contains the results and the browser does not query again. */
export async function HydratedPage({ prefetch, children }: HydratedPageProps): Promise<ReactElement> {
  const [head, viewer] = await Promise.all([headers(), currentViewer()]);
  const context = {
    runtime: await getRuntime(),
    person: viewer?.person ?? null,
    sessionId: viewer?.sessionId ?? null,
    requestId: randomUUID(),
    headers: new Headers(head),
  };
  return <HydrationBoundary state={await prefetchQueries(context, prefetch)}>{children}</HydrationBoundary>;
}
