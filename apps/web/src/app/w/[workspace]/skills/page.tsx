import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { prefetchSkills } from "../../../../features/skills/prefetch.ts";
import { readSkillAddress } from "../../../../features/skills/skill-address.ts";
import { SkillsPage } from "../../../../features/skills/skills-page.tsx";
import { toQueryString } from "../../../../lib/to-query-string.ts";
import type { SearchParams } from "../../../../lib/to-query-string.ts";
import { HydratedPage } from "../../../../server/api/hydrated-page.tsx";

type PageProps = {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: Promise<SearchParams>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("skills"))("title") };
}

export default async function Page({ params, searchParams }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  const address = readSkillAddress(new URLSearchParams(toQueryString(await searchParams)));
  return (
    <HydratedPage prefetch={prefetchSkills(workspace, address)}>
      <SkillsPage workspace={workspace} />
    </HydratedPage>
  );
}
