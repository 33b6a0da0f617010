import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { MembersSettingsPage, membersQuestions } from "../../../../../features/settings/index.ts";
import { FirstData } from "../../../../../server/api/first-data.tsx";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("members") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return (
    <FirstData questions={membersQuestions(workspace)}>
      <MembersSettingsPage workspace={workspace} />
    </FirstData>
  );
}
