"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { ReactElement, ReactNode } from "react";
import { useCommandKeys } from "../../lib/commands/use-command-keys.ts";
import { rememberPreference, WORKSPACE_COOKIE } from "../../lib/preferences.ts";
import { ConnectionBanner } from "../connection-banner.tsx";
import { KeysSheet } from "./keys-sheet.tsx";
import { Rail } from "./rail.tsx";
import type { RailProps } from "./rail.tsx";
import { useShellCommands } from "./use-shell-commands.ts";

export type ShellProps = RailProps & {
  readonly children: ReactNode;
  /** Overlays other than the shell's shortcuts sheet. */
  readonly overlays?: ReactNode;
};

/** The frame of every workspace page: the rail and the page, which scrolls in its own columns. */
export function Shell({ children, overlays, ...rail }: ShellProps): ReactElement {
  const translate = useTranslations("shell");
  const { slug } = rail.workspace;
  useEffect(() => {
    rememberPreference(WORKSPACE_COOKIE, slug);
  }, [slug]);
  useShellCommands(slug);
  useCommandKeys();
  return (
    <div className="flex h-dvh overflow-hidden phone:flex-col">
      <a
        href="#content"
        className="fixed -top-20 left-14 z-50 rounded-md border border-line bg-raised px-3 py-1.5 shadow-overlay focus:top-2"
      >
        {translate("skipToContent")}
      </a>
      <Rail {...rail} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
        <ConnectionBanner />
      </div>
      <KeysSheet />
      {overlays}
    </div>
  );
}
