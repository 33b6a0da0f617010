"use client";
import { useTranslations } from "next-intl";
import { Link } from "../link.tsx";
import { usePathname } from "next/navigation";
import type { ReactElement, ReactNode } from "react";
import { PageBar } from "./page-bar.tsx";

export type SettingsFrameProps = {
  /** The path of the settings, without a slash at its end. */
  readonly base: string;
  readonly children: ReactNode;
};

const LINK =
  "flex h-7 flex-none items-center rounded-md px-2 text-ink-2 hover:bg-ink/5 hover:text-ink aria-[current]:bg-accent-soft " +
  "aria-[current]:font-semibold aria-[current]:text-ink phone:h-11 pointer-coarse:h-11";

/** The settings' bar and list of pages; the page scrolls in a column of at most 880 px beside them. */
export function SettingsFrame({ base, children }: SettingsFrameProps): ReactElement {
  const translate = useTranslations("shell");
  const pathname = usePathname();
  const pages = [
    { href: `${base}/members`, label: translate("members") },
    { href: `${base}/models`, label: translate("models") },
    { href: `${base}/keys`, label: translate("apiKeys") },
    { href: `${base}/api`, label: translate("api") },
    { href: `${base}/audit`, label: translate("auditLog") },
    { href: `${base}/account`, label: translate("accountSettings") },
  ];
  return (
    <>
      <PageBar title={translate("settings")} headingBelow />
      <div className="flex min-h-0 flex-1 phone:flex-col">
        <nav
          aria-label={translate("settings")}
          className="flex flex-none gap-1 overflow-x-auto phone:gap-0 phone:px-1 border-line bg-desk p-2 wide:w-52 wide:flex-col wide:border-r phone:border-b"
        >
          {pages.map(({ href, label }) => (
            <Link
              key={href}
              href={href}
              aria-current={pathname === href ? "page" : undefined}
              className={LINK}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          <div className="max-w-220 px-8 pt-6 pb-12 phone:px-4">{children}</div>
        </div>
      </div>
    </>
  );
}
