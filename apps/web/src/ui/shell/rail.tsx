"use client";
import { Settings } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "../link.tsx";
import { usePathname, useRouter } from "next/navigation";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { Theme } from "../../lib/preferences.ts";
import { Icon } from "../icon.tsx";
import { Menu, MenuChoices } from "../menu.tsx";
import { Tooltip } from "../tooltip.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { getInitials } from "./avatar.tsx";
import { NAV_ITEMS, SETTINGS_PATH, workspaceHref } from "./nav-items.ts";

export type ShellWorkspace = {
  /** The path segment after `/w/`. */
  readonly slug: string;
  readonly name: string;
};

export type RailProps = {
  readonly workspace: ShellWorkspace;
  readonly workspaces: readonly ShellWorkspace[];
  readonly person: { readonly name: string; readonly email: string };
  readonly theme: Theme;
  /** The links to the inbox and the mentions, above the settings. */
  readonly inbox?: ReactNode;
};

const TARGET =
  "grid size-8 place-items-center rounded-md text-ink-2 transition-colors hover:bg-ink/6 hover:text-ink " +
  "aria-[current]:bg-accent-soft aria-[current]:text-accent data-[state=open]:bg-ink/6 phone:size-11 pointer-coarse:size-11";

/** The main navigation of a workspace: 48 px at the left, at the bottom on phones. Renders before the page does. */
export function Rail({ workspace, workspaces, person, theme, inbox }: RailProps): ReactElement {
  const translate = useTranslations("shell");
  const translateAny = useTranslations();
  const base = workspaceHref(workspace.slug);
  return (
    <nav
      aria-label={translate("workspace")}
      className="flex flex-none flex-col items-center gap-1 border-r border-line bg-desk py-2 wide:w-12 phone:order-last phone:mt-auto phone:h-12 phone:flex-row phone:justify-around phone:border-t phone:border-r-0 phone:py-0"
    >
      <WorkspaceSwitch workspace={workspace} workspaces={workspaces} />
      {NAV_ITEMS.filter(({ listedIn }) => listedIn === "rail").map(({ path, label, icon }) => (
        <RailLink key={path} href={base + path} area={base + path} label={label(translateAny)} icon={icon} />
      ))}
      <span className="flex-1 phone:hidden" />
      {inbox}
      <RailLink
        href={base + SETTINGS_PATH}
        area={`${base}/settings`}
        label={translate("settings")}
        icon={Settings}
      />
      <AccountMenu person={person} theme={theme} className={TARGET} />
    </nav>
  );
}

type RailLinkProps = {
  readonly href: string;
  /** The path prefix of all pages in this area. */
  readonly area: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown at the corner unless it is zero; `label` must include it. */
  readonly count?: number;
  /** The color of the count. @default accent */
  readonly countTone?: "accent" | "wait";
};

/** The largest count that fits. */
const MAX_COUNT = 99;

/** A rail icon that links to one area. */
export function RailLink({
  href,
  area,
  label,
  icon,
  count = 0,
  countTone = "accent",
}: RailLinkProps): ReactElement {
  const pathname = usePathname();
  const current = pathname === area || pathname.startsWith(`${area}/`);
  return (
    <Tooltip text={label} side="right">
      <Link
        href={href}
        aria-label={label}
        aria-current={current ? "page" : undefined}
        className={`${TARGET} relative`}
      >
        <Icon icon={icon} />
        {count > 0 && (
          <span
            aria-hidden="true"
            className={classNames(
              "absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full px-1 text-11 leading-none font-semibold text-on-accent",
              countTone === "wait" ? "bg-wait" : "bg-accent",
            )}
          >
            {Math.min(count, MAX_COUNT)}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

function WorkspaceSwitch({
  workspace,
  workspaces,
}: Pick<RailProps, "workspace" | "workspaces">): ReactElement {
  const translate = useTranslations("shell");
  const router = useRouter();
  return (
    <Menu
      side="right"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={translate("switchWorkspace", { name: workspace.name })}
          className="m-0.5 grid size-7 place-items-center rounded-md bg-ink text-12 font-semibold text-page phone:size-9 pointer-coarse:size-9"
        >
          <span aria-hidden="true">{getInitials(workspace.name).slice(0, 1)}</span>
        </button>
      }
    >
      <MenuChoices
        caption={translate("workspace")}
        value={workspace.slug}
        choices={workspaces.map(({ slug, name }) => ({ value: slug, label: name }))}
        onChange={(slug) => {
          router.push(`${workspaceHref(slug)}/chat`);
        }}
      />
    </Menu>
  );
}
