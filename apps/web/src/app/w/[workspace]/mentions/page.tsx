import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { MentionsPage } from "../../../../features/mentions/mentions-page.tsx";
import { prefetchMentions } from "../../../../features/mentions/prefetch.ts";
import { HydratedPage } from "../../../../server/api/hydrated-page.tsx";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("mentions") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return (
    <HydratedPage prefetch={prefetchMentions(workspace)}>
      <MentionsPage workspace={workspace} />
    </HydratedPage>
  );
}
