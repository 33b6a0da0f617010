import { Bookmark, FolderKanban, MessageSquareQuote, UserRound } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { RouterOutputs } from "../../lib/trpc.tsx";

export type MemoryDetail = RouterOutputs["memory"]["get"];
export type ListedMemory = RouterOutputs["memory"]["list"]["items"][number];
export type MemoryType = ListedMemory["type"];

/** The types in the order of lists. */
export const TYPES: readonly MemoryType[] = ["user", "feedback", "project", "reference"];

/** The icons of the types. */
export const TYPE_ICONS: Readonly<Record<MemoryType, LucideIcon>> = {
  user: UserRound,
  feedback: MessageSquareQuote,
  project: FolderKanban,
  reference: Bookmark,
};
