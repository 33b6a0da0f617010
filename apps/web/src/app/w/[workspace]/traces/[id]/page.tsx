import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { preload } from "react-dom";
import { TracePage, traceQuestions } from "../../../../../features/trace/index.ts";
import { FIRST_QUESTIONS, queryAddress } from "../../../../../lib/query-address.ts";
import { FirstData } from "../../../../../server/api/first-data.tsx";

type PageProps = { readonly params: Promise<{ workspace: string; id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("traces") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const { workspace: slug, id } = await params;
  const workspace = decodeURIComponent(slug);
  // Asked for with the page's first byte, not after its script: the graph is drawn that much sooner.
  for (const question of FIRST_QUESTIONS)
    preload(queryAddress(question, { workspace, id }), { as: "fetch", crossOrigin: "anonymous" });
  return (
    <FirstData questions={traceQuestions(workspace, id)}>
      <TracePage workspace={workspace} traceId={id} />
    </FirstData>
  );
}
