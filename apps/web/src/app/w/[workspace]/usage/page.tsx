import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactElement } from "react";
import { UsagePage, usageQuestions } from "../../../../features/usage/index.ts";
import { addressOf } from "../../../../lib/address-of.ts";
import type { SearchParams } from "../../../../lib/address-of.ts";
import { TIME_ZONE_COOKIE, timeZoneFrom } from "../../../../lib/preferences.ts";
import { FirstData } from "../../../../server/api/first-data.tsx";
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
  const address = addressOf(await searchParams);
  const askedAt = serverNow();
  const timeZone = timeZoneFrom((await cookies()).get(TIME_ZONE_COOKIE)?.value) ?? "UTC";
  return (
    <FirstData questions={usageQuestions({ workspace, address, askedAt, timeZone })}>
      <UsagePage workspace={workspace} askedAt={askedAt} />
    </FirstData>
  );
}
