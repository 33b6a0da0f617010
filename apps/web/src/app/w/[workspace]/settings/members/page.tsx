import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { MembersSettingsPage } from "../../../../../features/settings/index.ts";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("members") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  return <MembersSettingsPage workspace={decodeURIComponent((await params).workspace)} />;
}
