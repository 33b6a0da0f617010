import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { UsagePage } from "../../../../features/usage/index.ts";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("usage") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  return <UsagePage workspace={decodeURIComponent((await params).workspace)} />;
}
