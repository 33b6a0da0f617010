import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { SetupPage } from "../../features/setup/setup-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: (await getTranslations("setup"))("title") } };
}

export default function Page(): ReactElement {
  return <SetupPage />;
}
