import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { preload } from "react-dom";
import { TracePage } from "../../../../../features/trace/shell/trace-page.tsx";
import { prefetchTrace } from "../../../../../features/trace/shell/prefetch.ts";
import { PRELOADED_QUERIES, queryUrl } from "../../../../../lib/query-url.ts";
import { HydratedPage } from "../../../../../server/api/hydrated-page.tsx";
import { drawFirstPicture } from "./draw-first-picture.ts";

type PageProps = {
  readonly params: Promise<{ workspace: string; id: string }>;
  readonly searchParams: Promise<Readonly<Record<string, unknown>>>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("traces") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactElement> {
  const [{ workspace: slug, id }, view] = await Promise.all([params, searchParams]);
  const workspace = decodeURIComponent(slug);
  // Requested with the HTML instead of after the script, so that the graph renders earlier.
  for (const query of PRELOADED_QUERIES)
    preload(queryUrl(query, { workspace, id }), { as: "fetch", crossOrigin: "anonymous" });
  // A link may select something, or choose another view.
  const isPlain = Object.keys(view).length === 0;
  return (
    <HydratedPage prefetch={prefetchTrace(workspace, id)}>
      <TracePage
        workspace={workspace}
        traceId={id}
        picture={isPlain ? await drawFirstPicture(workspace, id) : null}
      />
    </HydratedPage>
  );
}
