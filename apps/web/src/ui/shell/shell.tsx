"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { ReactElement, ReactNode } from "react";
import { rememberPreference, WORKSPACE_COOKIE } from "../../lib/preferences.ts";
import { ConnectionBanner } from "../connection-banner.tsx";
import { KeysSheet } from "./keys-sheet.tsx";
import { workspaceHref } from "./places.ts";
import { Rail } from "./rail.tsx";
import type { RailProps } from "./rail.tsx";
import { useShellKeys } from "./use-shell-keys.ts";

export type ShellProps = RailProps & {
  readonly children: ReactNode;
  /** What lies over the page when it is called for, apart from the shell's own sheet of shortcuts. */
  readonly overlays?: ReactNode;
};

/** The frame of every page in a workspace: rail, then the page, which scrolls in its own columns. */
export function Shell({ children, overlays, ...rail }: ShellProps): ReactElement {
  const translate = useTranslations("shell");
  const { slug } = rail.workspace;
  useEffect(() => {
    rememberPreference(WORKSPACE_COOKIE, slug);
  }, [slug]);
  useShellKeys(workspaceHref(slug));
  return (
    <div className="flex h-dvh overflow-hidden phone:flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-14 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-1 focus:shadow-overlay"
      >
        {translate("skipToContent")}
      </a>
      <Rail {...rail} />
      <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        {children}
      </main>
      <ConnectionBanner />
      <KeysSheet />
      {overlays}
    </div>
  );
}
