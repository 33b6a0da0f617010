import type { ConversationItem } from "./conversation.ts";

/** A heading of the list with its conversations. `month` is the first moment of one, in milliseconds since the epoch. */
export type ConversationGroup = {
  readonly name: "pinned" | "today" | "yesterday" | "week" | { readonly month: number };
  readonly items: readonly ConversationItem[];
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days before yesterday's midnight that still count as the previous week. */
const WEEK_DAYS = 7;

/** Groups conversations by when they were last used, in local time; pinned ones stand first. Keeps the order within each group. */
export function groupConversations(
  items: readonly ConversationItem[],
  now: number,
): readonly ConversationGroup[] {
  const groups = new Map<string, { name: ConversationGroup["name"]; items: ConversationItem[] }>();
  const ordered = [...items.filter((item) => item.pinned), ...items.filter((item) => !item.pinned)];
  for (const item of ordered) {
    const name = item.pinned ? "pinned" : ageOf(item.updatedAt, now);
    const key = JSON.stringify(name);
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { name, items: [item] });
  }
  return [...groups.values()];
}

function ageOf(at: number, now: number): ConversationGroup["name"] {
  const today = midnight(now);
  if (at >= today) return "today";
  // A day is not always 24 hours long: half a day back from midnight is surely yesterday.
  const yesterday = midnight(today - DAY_MS / 2);
  if (at >= yesterday) return "yesterday";
  if (at >= yesterday - (WEEK_DAYS - 1) * DAY_MS) return "week";
  const date = new Date(at);
  return { month: new Date(date.getFullYear(), date.getMonth()).getTime() };
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
