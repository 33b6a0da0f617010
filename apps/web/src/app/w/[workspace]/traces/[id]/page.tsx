import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { preload } from "react-dom";
import { TracePage } from "../../../../../features/trace/shell/trace-page.tsx";
import { prefetchTrace } from "../../../../../features/trace/shell/prefetch.ts";
import { PRELOADED_QUERIES, queryUrl } from "../../../../../lib/query-url.ts";
import { HydratedPage } from "../../../../../server/api/hydrated-page.tsx";

type PageProps = { readonly params: Promise<{ workspace: string; id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("traces") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const { workspace: slug, id } = await params;
  const workspace = decodeURIComponent(slug);
  // Requested with the HTML instead of after the script, so that the graph renders earlier.
  for (const query of PRELOADED_QUERIES)
    preload(queryUrl(query, { workspace, id }), { as: "fetch", crossOrigin: "anonymous" });
  return (
    <HydratedPage prefetch={prefetchTrace(workspace, id)}>
      <TracePage workspace={workspace} traceId={id} />
    </HydratedPage>
  );
}
