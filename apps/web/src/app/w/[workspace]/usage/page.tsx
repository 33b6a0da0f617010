import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactElement } from "react";
import { UsagePage } from "../../../../features/usage/usage-page.tsx";
import { prefetchUsage } from "../../../../features/usage/prefetch.ts";
import { toQueryString } from "../../../../lib/to-query-string.ts";
import type { SearchParams } from "../../../../lib/to-query-string.ts";
import { TIME_ZONE_COOKIE, timeZoneFrom } from "../../../../lib/preferences.ts";
import { HydratedPage } from "../../../../server/api/hydrated-page.tsx";
import { serverNow } from "../../../../server/server-now.ts";

type PageProps = {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: Promise<SearchParams>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("usage"))("title") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  const address = toQueryString(await searchParams);
  const askedAt = serverNow();
  const timeZone = timeZoneFrom((await cookies()).get(TIME_ZONE_COOKIE)?.value) ?? "UTC";
  return (
    <HydratedPage prefetch={prefetchUsage({ workspace, address, askedAt, timeZone })}>
      <UsagePage workspace={workspace} askedAt={askedAt} />
    </HydratedPage>
  );
}
