import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactElement } from "react";
import { ChatPage } from "../../../../../features/chat/index.ts";

type PageProps = { readonly params: Promise<{ workspace: string; id?: string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("chat") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const { workspace, id = [] } = await params;
  if (id.length > 1) notFound();
  return <ChatPage workspace={decodeURIComponent(workspace)} conversationId={id[0] ?? null} />;
}
