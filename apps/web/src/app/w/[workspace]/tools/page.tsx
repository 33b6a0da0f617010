import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { prefetchTools } from "../../../../features/tools/prefetch.ts";
import { readShownTool } from "../../../../features/tools/tool-address.ts";
import { ToolsPage } from "../../../../features/tools/tools-page.tsx";
import { toQueryString } from "../../../../lib/to-query-string.ts";
import type { SearchParams } from "../../../../lib/to-query-string.ts";
import { HydratedPage } from "../../../../server/api/hydrated-page.tsx";

type PageProps = {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: Promise<SearchParams>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tools"))("title") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  const tool = readShownTool(new URLSearchParams(toQueryString(await searchParams)));
  return (
    <HydratedPage prefetch={prefetchTools(workspace, tool)}>
      <ToolsPage workspace={workspace} />
    </HydratedPage>
  );
}
