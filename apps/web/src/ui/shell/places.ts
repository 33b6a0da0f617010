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

/** A page of the workspace that can be gone to from anywhere. */
export type Place = {
  /** Names it: a key of the `shell` texts. */
  readonly name:
    | "chat"
    | "traces"
    | "usage"
    | "mentions"
    | "models"
    | "members"
    | "apiKeys"
    | "api"
    | "auditLog"
    | "accountSettings";
  /** After the address of the workspace. */
  readonly path: string;
  readonly icon: LucideIcon;
  /** What leads there after `g`; null when nothing does. */
  readonly key: string | null;
};

/** Areas first, then the pages of the settings. */
export const PLACES: readonly Place[] = [
  { name: "chat", path: "/chat", icon: MessageSquare, key: "c" },
  { name: "traces", path: "/traces", icon: GitFork, key: "t" },
  { name: "usage", path: "/usage", icon: ChartColumn, key: "u" },
  { name: "mentions", path: "/mentions", icon: AtSign, key: "m" },
  { name: "models", path: "/settings/models", icon: Settings, key: "," },
  { name: "members", path: "/settings/members", icon: Users, key: null },
  { name: "apiKeys", path: "/settings/keys", icon: KeyRound, key: null },
  { name: "api", path: "/settings/api", icon: ScrollText, key: null },
  { name: "auditLog", path: "/settings/audit", icon: ScrollText, key: null },
  { name: "accountSettings", path: "/settings/account", icon: UserRound, key: null },
];

/** Whether a place belongs to the settings. */
export function isSetting(place: Pick<Place, "path">): boolean {
  return place.path.startsWith("/settings/");
}

/** The address of a workspace, without a slash at its end. */
export function workspaceHref(slug: string): string {
  return `/w/${encodeURIComponent(slug)}`;
}
