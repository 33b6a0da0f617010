import { redirect } from "next/navigation";

type PageProps = { readonly params: Promise<{ workspace: string }> };

export default async function Page({ params }: PageProps): Promise<never> {
  redirect(`/w/${(await params).workspace}/chat`);
}
