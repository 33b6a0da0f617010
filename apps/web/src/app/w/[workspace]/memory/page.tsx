import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { readMemoryAddress } from "../../../../features/memory/memory-address.ts";
import { MemoryPage } from "../../../../features/memory/memory-page.tsx";
import { prefetchMemory } from "../../../../features/memory/prefetch.ts";
import { toQueryString } from "../../../../lib/to-query-string.ts";
import type { SearchParams } from "../../../../lib/to-query-string.ts";
import { HydratedPage } from "../../../../server/api/hydrated-page.tsx";

type PageProps = {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: Promise<SearchParams>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("memory"))("title") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  const address = readMemoryAddress(new URLSearchParams(toQueryString(await searchParams)));
  return (
    <HydratedPage prefetch={prefetchMemory(workspace, address)}>
      <MemoryPage workspace={workspace} />
    </HydratedPage>
  );
}
