import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { TracesPage } from "../../../../features/traces/index.ts";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("traces") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  return <TracesPage workspace={decodeURIComponent((await params).workspace)} />;
}
