import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { readAgentsAddress } from "../../../../features/agents/agents-address.ts";
import { AgentsPage } from "../../../../features/agents/agents-page.tsx";
import { prefetchAgents } from "../../../../features/agents/prefetch.ts";
import { toQueryString } from "../../../../lib/to-query-string.ts";
import type { SearchParams } from "../../../../lib/to-query-string.ts";
import { HydratedPage } from "../../../../server/api/hydrated-page.tsx";

type PageProps = {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: Promise<SearchParams>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("definitions"))("title") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  const address = readAgentsAddress(new URLSearchParams(toQueryString(await searchParams)));
  return (
    <HydratedPage prefetch={prefetchAgents(workspace, address)}>
      <AgentsPage workspace={workspace} />
    </HydratedPage>
  );
}
