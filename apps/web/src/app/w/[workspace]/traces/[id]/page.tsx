import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { TracePage } from "../../../../../features/trace/index.ts";

type PageProps = { readonly params: Promise<{ workspace: string; id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("traces") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const { workspace, id } = await params;
  return <TracePage workspace={decodeURIComponent(workspace)} traceId={id} />;
}
