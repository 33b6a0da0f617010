import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { AuditSettingsPage } from "../../../../../features/settings/index.ts";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("auditLog") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  return <AuditSettingsPage workspace={decodeURIComponent((await params).workspace)} />;
}
