import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactElement } from "react";
import { ChatPage } from "../../../../../features/chat/chat-page.tsx";
import { prefetchChat } from "../../../../../features/chat/prefetch.ts";
import { HydratedPage } from "../../../../../server/api/hydrated-page.tsx";

type PageProps = { readonly params: Promise<{ workspace: string; id?: string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("chat") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const { workspace: slug, id = [] } = await params;
  if (id.length > 1) notFound();
  const workspace = decodeURIComponent(slug);
  const conversationId = id[0] ?? null;
  return (
    <HydratedPage prefetch={prefetchChat(workspace, conversationId)}>
      <ChatPage workspace={workspace} conversationId={conversationId} />
    </HydratedPage>
  );
}
