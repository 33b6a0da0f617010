import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { ModelsSettingsPage } from "../../../../../features/settings/models-settings-page.tsx";
import { prefetchModels } from "../../../../../features/settings/prefetch.ts";
import { HydratedPage } from "../../../../../server/api/hydrated-page.tsx";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("models") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return (
    <HydratedPage prefetch={prefetchModels(workspace)}>
      <ModelsSettingsPage workspace={workspace} />
    </HydratedPage>
  );
}
