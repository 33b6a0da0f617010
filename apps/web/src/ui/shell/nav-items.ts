import {
  AtSign,
  ChartColumn,
  GitFork,
  KeyRound,
  MessageSquare,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Label } from "../../lib/commands/command.ts";

/** A page of the workspace. The rail, the list of settings, the palette and the keys are made from these. */
export type NavItem = {
  /** After the address of the workspace. */
  readonly path: string;
  readonly label: Label;
  readonly icon: LucideIcon;
  /** The key that leads there after `g`; null for none. */
  readonly key: string | null;
  /** Where it is listed: in the rail, among the settings, or by a link of its own that the layout places. */
  readonly place: "rail" | "settings" | "own link";
};

export const NAV_ITEMS: readonly NavItem[] = [
  { path: "/chat", label: (t) => t("shell.chat"), icon: MessageSquare, key: "c", place: "rail" },
  { path: "/traces", label: (t) => t("shell.traces"), icon: GitFork, key: "t", place: "rail" },
  { path: "/usage", label: (t) => t("usage.title"), icon: ChartColumn, key: "u", place: "rail" },
  { path: "/mentions", label: (t) => t("shell.mentions"), icon: AtSign, key: "m", place: "own link" },
  { path: "/settings/members", label: (t) => t("shell.members"), icon: Users, key: null, place: "settings" },
  { path: "/settings/models", label: (t) => t("shell.models"), icon: Settings, key: ",", place: "settings" },
  { path: "/settings/keys", label: (t) => t("shell.apiKeys"), icon: KeyRound, key: null, place: "settings" },
  { path: "/settings/api", label: (t) => t("shell.api"), icon: ScrollText, key: null, place: "settings" },
  {
    path: "/settings/audit",
    label: (t) => t("shell.auditLog"),
    icon: ScrollText,
    key: null,
    place: "settings",
  },
  {
    path: "/settings/account",
    label: (t) => t("shell.accountSettings"),
    icon: UserRound,
    key: null,
    place: "settings",
  },
];

/** The page of the settings that their icon in the rail leads to. */
export const SETTINGS_ENTRY = "/settings/models";

/** The address of a workspace, without a slash at its end. */
export function workspaceHref(slug: string): string {
  return `/w/${encodeURIComponent(slug)}`;
}
