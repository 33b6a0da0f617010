import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { readInboxAddress } from "../../../../features/inbox/inbox-address.ts";
import { InboxPage } from "../../../../features/inbox/inbox-page.tsx";
import { prefetchInbox } from "../../../../features/inbox/prefetch.ts";
import { toQueryString } from "../../../../lib/to-query-string.ts";
import type { SearchParams } from "../../../../lib/to-query-string.ts";
import { HydratedPage } from "../../../../server/api/hydrated-page.tsx";

type PageProps = {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: Promise<SearchParams>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("requests"))("inbox") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  const { tab } = readInboxAddress(new URLSearchParams(toQueryString(await searchParams)));
  return (
    <HydratedPage prefetch={prefetchInbox(workspace, tab)}>
      <InboxPage workspace={workspace} />
    </HydratedPage>
  );
}
