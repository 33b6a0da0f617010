import { dayInUtc, dayNumber, firstOfMonth } from "../../lib/calendar.ts";
import type { ConversationItem } from "./conversation.ts";

/** A heading of the list with its conversations. `month` is the start of a month in UTC, in milliseconds since the epoch. */
export type ConversationGroup = {
  readonly name: "pinned" | "today" | "yesterday" | "week" | { readonly month: number };
  readonly items: readonly ConversationItem[];
};

/** The current time in milliseconds since the epoch, and an IANA time zone. */
type ReferenceTime = { readonly now: number; readonly timeZone: string };

/** Days before today that count as the previous week. */
const WEEK_DAYS = 7;

/** Groups conversations by the day of their last use, pinned conversations first. Keeps the order within each group. */
export function groupConversations(
  items: readonly ConversationItem[],
  reference: ReferenceTime,
): readonly ConversationGroup[] {
  const groups = new Map<string, { name: ConversationGroup["name"]; items: ConversationItem[] }>();
  const ordered = [...items.filter((item) => item.pinned), ...items.filter((item) => !item.pinned)];
  for (const item of ordered) {
    const name = item.pinned ? "pinned" : ageGroup(item.updatedAt, reference);
    const key = JSON.stringify(name);
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { name, items: [item] });
  }
  return [...groups.values()];
}

function ageGroup(at: number, { now, timeZone }: ReferenceTime): ConversationGroup["name"] {
  const day = dayNumber(at, timeZone);
  const age = dayNumber(now, timeZone) - day;
  if (age <= 0) return "today";
  if (age === 1) return "yesterday";
  return age <= WEEK_DAYS ? "week" : { month: dayInUtc(firstOfMonth(day)) };
}
