import type { Metadata } from "next";
import type { ReactElement } from "react";
import { InvitePage } from "../../../features/invite/invite-page.tsx";

type PageProps = { readonly params: Promise<{ token: string }> };

/** The URL is a secret, so it must not leak through the referrer or a search index. */
export const metadata: Metadata = { referrer: "no-referrer", robots: { index: false } };

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  return <InvitePage token={(await params).token} />;
}
