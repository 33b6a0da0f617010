import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactElement } from "react";
import { GraphShowcase } from "../../../../features/trace/graph/showcase/showcase-on-demand.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("trace"))("showcase.title") };
}

export default function Page(): ReactElement {
  return <GraphShowcase />;
}
