"use client";
import { useTranslations } from "next-intl";
import { Link } from "../link.tsx";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { NAV_ITEMS, workspaceHref } from "./nav-items.ts";
import { PageBar } from "./page-bar.tsx";

export type SettingsFrameProps = {
  /** The slug of the workspace. */
  readonly workspace: string;
  readonly children: ReactNode;
};

const LINK =
  "flex h-7 flex-none items-center rounded-md px-2 text-ink-2 hover:bg-ink/5 hover:text-ink aria-[current]:bg-accent-soft " +
  "aria-[current]:font-semibold aria-[current]:text-ink phone:h-11 pointer-coarse:h-11";

/** The title bar and navigation of the settings. The page scrolls next to them in a column of at most 880 px. */
export function SettingsFrame({ workspace, children }: SettingsFrameProps): ReactElement {
  const translate = useTranslations();
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  // On a phone the pages are one line that scrolls; the one that is open must be seen.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current === null || open == null) return;
    nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2;
  }, [pathname]);
  return (
    <>
      <PageBar title={translate("shell.settings")} headingBelow />
      <div className="flex min-h-0 flex-1 phone:flex-col">
        <nav
          ref={nav}
          aria-label={translate("shell.settings")}
          className="flex flex-none gap-1 overflow-x-auto phone:gap-0 phone:px-1 border-line bg-desk p-2 wide:w-52 wide:flex-col wide:border-r phone:border-b"
        >
          {NAV_ITEMS.filter(({ listedIn }) => listedIn === "settings").map(({ path, label }) => {
            const href = workspaceHref(workspace) + path;
            return (
              <Link
                key={path}
                href={href}
                aria-current={pathname === href ? "page" : undefined}
                className={LINK}
              >
                {label(translate)}
              </Link>
            );
          })}
        </nav>
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          <div className="max-w-220 px-8 pt-6 pb-12 phone:px-4">{children}</div>
        </div>
      </div>
    </>
  );
}
