import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { SharedTracePage } from "../../../features/share/shared-trace-page.tsx";
import { shareForPage } from "../../../server/sharing/share-for-page.ts";

type PageProps = { readonly params: Promise<{ token: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("share"))("title"),
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  return <SharedTracePage opened={await shareForPage((await params).token)} />;
}
