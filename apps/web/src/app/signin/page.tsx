import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { SignInPage } from "../../features/signin/sign-in-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: (await getTranslations("signin"))("title") } };
}

export default function Page(): ReactElement {
  return <SignInPage />;
}
