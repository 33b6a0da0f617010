import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { prefetchAccount } from "../../../../../features/settings/prefetch.ts";
import { AccountSettingsPage } from "../../../../../features/settings/account-settings-page.tsx";
import { HydratedPage } from "../../../../../server/api/hydrated-page.tsx";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("accountSettings") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return (
    <HydratedPage prefetch={prefetchAccount}>
      <AccountSettingsPage workspace={workspace} />
    </HydratedPage>
  );
}
