import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { TracesPage } from "../../../../features/traces/traces-page.tsx";
import { prefetchTraces } from "../../../../features/traces/prefetch.ts";
import { toQueryString } from "../../../../lib/to-query-string.ts";
import type { SearchParams } from "../../../../lib/to-query-string.ts";
import { HydratedPage } from "../../../../server/api/hydrated-page.tsx";
import { serverNow } from "../../../../server/server-now.ts";

type PageProps = {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: Promise<SearchParams>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("traces") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  const address = toQueryString(await searchParams);
  const askedAt = serverNow();
  return (
    <HydratedPage prefetch={prefetchTraces({ workspace, address, askedAt })}>
      <TracesPage workspace={workspace} askedAt={askedAt} />
    </HydratedPage>
  );
}
