"use client";
import type { ReactElement } from "react";
import { CommandPalette } from "../features/palette/command-palette.tsx";
import { Shell } from "../ui/shell/shell.tsx";
import type { ShellProps } from "../ui/shell/shell.tsx";

export type WorkspaceFrameProps = Omit<ShellProps, "overlays" | "inbox">;

/** The workspace frame for a page outside any workspace. */
export function WorkspaceFrame(props: WorkspaceFrameProps): ReactElement {
  const { workspace, theme } = props;
  return <Shell {...props} overlays={<CommandPalette workspace={workspace.slug} theme={theme} />} />;
}
