import type { ReactElement, ReactNode } from "react";
import { SettingsFrame } from "../../../../ui/shell/settings-frame.tsx";

type LayoutProps = { readonly params: Promise<{ workspace: string }>; readonly children: ReactNode };

export default async function SettingsLayout({ params, children }: LayoutProps): Promise<ReactElement> {
  const workspace = decodeURIComponent((await params).workspace);
  return <SettingsFrame workspace={workspace}>{children}</SettingsFrame>;
}
