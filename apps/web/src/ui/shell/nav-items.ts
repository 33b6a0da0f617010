import {
  AtSign,
  Bot,
  BookOpen,
  ChartColumn,
  GitFork,
  Globe,
  Hand,
  Inbox,
  KeyRound,
  LockKeyhole,
  MessageSquare,
  NotebookText,
  Plug,
  ScrollText,
  Settings,
  UserRound,
  Users,
  Wrench,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Label } from "../../lib/commands/command.ts";

/** A page of the workspace. The rail, the settings list, the palette and the `g` keys are built from these. */
export type NavItem = {
  /** Relative to the workspace. */
  readonly path: string;
  readonly label: Label;
  readonly icon: LucideIcon;
  /** The key after `g` that opens the page; null for none. */
  readonly key: string | null;
  /** Where the page is listed: in the rail, in the settings, or by a separate link in the layout. */
  readonly listedIn: "rail" | "settings" | "separate";
};

export const NAV_ITEMS: readonly NavItem[] = [
  { path: "/chat", label: (t) => t("shell.chat"), icon: MessageSquare, key: "c", listedIn: "rail" },
  { path: "/traces", label: (t) => t("shell.traces"), icon: GitFork, key: "t", listedIn: "rail" },
  { path: "/memory", label: (t) => t("memory.title"), icon: NotebookText, key: "e", listedIn: "rail" },
  { path: "/agents", label: (t) => t("definitions.title"), icon: Bot, key: "a", listedIn: "rail" },
  { path: "/skills", label: (t) => t("skills.title"), icon: BookOpen, key: "s", listedIn: "rail" },
  { path: "/tools", label: (t) => t("tools.title"), icon: Wrench, key: "o", listedIn: "rail" },
  { path: "/usage", label: (t) => t("usage.title"), icon: ChartColumn, key: "u", listedIn: "rail" },
  { path: "/inbox", label: (t) => t("requests.inbox"), icon: Inbox, key: "i", listedIn: "separate" },
  { path: "/mentions", label: (t) => t("shell.mentions"), icon: AtSign, key: "m", listedIn: "separate" },
  {
    path: "/settings/members",
    label: (t) => t("shell.members"),
    icon: Users,
    key: null,
    listedIn: "settings",
  },
  {
    path: "/settings/models",
    label: (t) => t("shell.models"),
    icon: Settings,
    key: ",",
    listedIn: "settings",
  },
  {
    path: "/settings/permissions",
    label: (t) => t("permissions.title"),
    icon: Hand,
    key: null,
    listedIn: "settings",
  },
  {
    path: "/settings/keys",
    label: (t) => t("shell.apiKeys"),
    icon: KeyRound,
    key: null,
    listedIn: "settings",
  },
  {
    path: "/settings/secrets",
    label: (t) => t("secrets.title"),
    icon: LockKeyhole,
    key: null,
    listedIn: "settings",
  },
  {
    path: "/settings/web",
    label: (t) => t("web.title"),
    icon: Globe,
    key: null,
    listedIn: "settings",
  },
  {
    path: "/settings/mcp",
    label: (t) => t("mcp.title"),
    icon: Plug,
    key: null,
    listedIn: "settings",
  },
  { path: "/settings/api", label: (t) => t("shell.api"), icon: ScrollText, key: null, listedIn: "settings" },
  {
    path: "/settings/audit",
    label: (t) => t("shell.auditLog"),
    icon: ScrollText,
    key: null,
    listedIn: "settings",
  },
  {
    path: "/settings/account",
    label: (t) => t("shell.accountSettings"),
    icon: UserRound,
    key: null,
    listedIn: "settings",
  },
];

/** The settings page that the icon in the rail opens. */
export const SETTINGS_PATH = "/settings/models";

/** Returns the path of a workspace, without a trailing slash. */
export function workspaceHref(slug: string): string {
  return `/w/${encodeURIComponent(slug)}`;
}
