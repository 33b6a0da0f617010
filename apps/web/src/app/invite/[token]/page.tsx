import type { Metadata } from "next";
import type { ReactElement } from "react";
import { InvitePage } from "../../../features/invite/invite-page.tsx";

type PageProps = { readonly params: Promise<{ token: string }> };

/** The address is a secret: it is told to nobody and kept by no index. */
export const metadata: Metadata = { referrer: "no-referrer", robots: { index: false } };

export default async function Page({ params }: PageProps): Promise<ReactElement> {
  return <InvitePage token={(await params).token} />;
}
