import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { ApiSettingsPage } from "../../../../../features/settings/api-settings-page.tsx";
import { mcpDocs } from "../../../../../server/mcp/mcp-docs.ts";
import { apiDocs } from "../../../../../server/rest/api-docs.ts";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("api") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return <ApiSettingsPage workspace={workspace} endpoints={await apiDocs()} mcp={await mcpDocs(workspace)} />;
}
