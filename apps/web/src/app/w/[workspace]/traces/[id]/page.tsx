import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { preload } from "react-dom";
import type { PlacedPicture } from "../../../../../features/trace/graph/first-picture.ts";
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
  const picture = Object.keys(view).length === 0 ? drawFirstPicture(workspace, id) : null;
  return (
    <HydratedPage prefetch={prefetchTrace(workspace, id)}>
      <PicturedTrace workspace={workspace} traceId={id} picture={picture} />
    </HydratedPage>
  );
}

type PicturedProps = {
  readonly workspace: string;
  readonly traceId: string;
  readonly picture: Promise<PlacedPicture | null> | null;
};

/** Waits for the picture below the prefetch, so that the server does both at the same time. */
async function PicturedTrace({ workspace, traceId, picture }: PicturedProps): Promise<ReactElement> {
  return <TracePage workspace={workspace} traceId={traceId} picture={await picture} />;
}
