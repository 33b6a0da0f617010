import type { ReactElement, ReactNode } from "react";
import { SettingsFrame } from "../../../../ui/shell/settings-frame.tsx";

type LayoutProps = { readonly params: Promise<{ workspace: string }>; readonly children: ReactNode };

export default async function SettingsLayout({ params, children }: LayoutProps): Promise<ReactElement> {
  return <SettingsFrame base={`/w/${(await params).workspace}/settings`}>{children}</SettingsFrame>;
}
