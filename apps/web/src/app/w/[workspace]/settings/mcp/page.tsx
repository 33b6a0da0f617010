import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { McpPage } from "../../../../../features/settings/mcp/mcp-page.tsx";
import { prefetchMcp } from "../../../../../features/settings/prefetch.ts";
import { HydratedPage } from "../../../../../server/api/hydrated-page.tsx";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mcp"))("title") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return (
    <HydratedPage prefetch={prefetchMcp(workspace)}>
      <McpPage workspace={workspace} />
    </HydratedPage>
  );
}
