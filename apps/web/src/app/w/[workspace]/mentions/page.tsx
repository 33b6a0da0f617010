import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { MentionsPage } from "../../../../features/mentions/index.ts";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("mentions") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  return <MentionsPage workspace={decodeURIComponent((await params).workspace)} />;
}
