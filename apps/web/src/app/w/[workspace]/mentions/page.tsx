import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { MentionsPage, mentionsQuestions } from "../../../../features/mentions/index.ts";
import { FirstData } from "../../../../server/api/first-data.tsx";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("mentions") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return (
    <FirstData questions={mentionsQuestions(workspace)}>
      <MentionsPage workspace={workspace} />
    </FirstData>
  );
}
