import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactElement } from "react";
import { ChatPage, chatQuestions } from "../../../../../features/chat/index.ts";
import { FirstData } from "../../../../../server/api/first-data.tsx";

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
    <FirstData questions={chatQuestions(workspace, conversationId)}>
      <ChatPage workspace={workspace} conversationId={conversationId} />
    </FirstData>
  );
}
