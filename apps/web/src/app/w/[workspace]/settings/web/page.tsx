import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { prefetchWeb } from "../../../../../features/settings/prefetch.ts";
import { WebSettingsPage } from "../../../../../features/settings/web/web-settings-page.tsx";
import { HydratedPage } from "../../../../../server/api/hydrated-page.tsx";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("web"))("title") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return (
    <HydratedPage prefetch={prefetchWeb(workspace)}>
      <WebSettingsPage workspace={workspace} />
    </HydratedPage>
  );
}
