import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { AuditSettingsPage } from "../../../../../features/settings/audit-settings-page.tsx";
import { prefetchAudit } from "../../../../../features/settings/prefetch.ts";
import { HydratedPage } from "../../../../../server/api/hydrated-page.tsx";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("auditLog") };
}

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return (
    <HydratedPage prefetch={prefetchAudit(workspace)}>
      <AuditSettingsPage workspace={workspace} />
    </HydratedPage>
  );
}
