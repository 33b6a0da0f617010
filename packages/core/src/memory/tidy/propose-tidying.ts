import type { MemoryEntry, MemoryFields } from "../../ports/memory-store.ts";
import { withFields } from "../entry-fields.ts";
import { findRelativeDates } from "../gates/find-relative-dates.ts";
import { readDates, type TextDate } from "../../search/read-dates.ts";
import { MAX_MEMORY_KEYWORDS, TIDY } from "../tunables.ts";
import { type SimilarPair, similarPairs } from "./similar-pairs.ts";
import type { TidyKind, TidyProposal } from "./tidy-proposal.ts";

const DAY_MS = 86_400_000;
/** A statement that differs from another only by one of these says the opposite. */
const NEGATION = /\b(?:not|never|no longer|don['’]t|doesn['’]t|without)\b|不|没有|别|从不|不再/iu;

/**
 * Proposes what to do about entries that say the same, contradict each other, name dates that are relative or past, were superseded long ago, or that
 * no run has recalled. `dismissed` are the keys of proposals that a person has seen. Decides nothing and changes nothing.
 */
export function proposeTidying(
  entries: readonly MemoryEntry[],
  { now, dismissed }: { readonly now: number; readonly dismissed: ReadonlySet<string> },
): readonly TidyProposal[] {
  const active = entries.filter(({ state }) => state === "active");
  const current = active.filter(({ supersededBy }) => supersededBy === null);
  const pairs = similarPairs(current).flatMap(aboutPair);
  const dated = current.flatMap((entry) => [...relativeDates(entry), ...pastDates(entry, now)]);
  const single = [...pairs, ...dated].filter(({ key }) => !dismissed.has(key));
  const taken = new Set(single.flatMap((proposal) => proposal.entries.map(({ id }) => id)));
  const isOpen = (kind: TidyKind) => (entry: MemoryEntry) =>
    !taken.has(entry.id) && !dismissed.has(keyOf(kind, [entry]));
  const isUnused = (entry: MemoryEntry): boolean =>
    now - Math.max(entry.savedAt, entry.lastRecalledAt ?? 0) >= TIDY.unusedDays * DAY_MS;
  const unused = current.filter(isUnused).filter(isOpen("never_recalled"));
  const replaced = active
    .filter(({ validTo }) => validTo !== null && now - validTo >= TIDY.supersededDays * DAY_MS)
    .filter(isOpen("superseded"));
  return [
    ...single,
    ...group("never_recalled", "retire", unused),
    ...group("superseded", "remove", replaced),
  ];
}

/** The keys that dismissing a proposal stores: for a group one per entry, so that others still come up. */
export function dismissalKeys({ kind, key, entries }: TidyProposal): readonly string[] {
  const isGroup = kind === "never_recalled" || kind === "superseded";
  return isGroup ? entries.map((entry) => keyOf(kind, [entry])) : [key];
}

function aboutPair({ older, newer, share }: SimilarPair): readonly TidyProposal[] {
  const pair = [older, newer];
  if (disagree(older, newer)) {
    const changes = [{ kind: "supersede", id: older.id, by: newer.id }] as const;
    return [{ key: keyOf("conflict", pair), kind: "conflict", entries: pair, changes, found: null }];
  }
  if (share < TIDY.duplicateShare) return [];
  const { id, version } = older;
  const edit = { kind: "edit", id, version, fields: merged(older, newer) } as const;
  const changes = [edit, { kind: "supersede", id: newer.id, by: older.id }] as const;
  return [{ key: keyOf("duplicate", pair), kind: "duplicate", entries: pair, changes, found: share }];
}

/** The older entry with the words of the newer one, found by the keywords of both. */
function merged(older: MemoryEntry, newer: MemoryEntry): MemoryFields {
  const keywords = [...new Set([...older.keywords, ...newer.keywords])].slice(0, MAX_MEMORY_KEYWORDS);
  return { ...withFields(older), content: newer.content, keywords };
}

/** True for two statements about the same matter with other numbers, or of which one denies it. */
export function disagree({ content: left }: MemoryEntry, { content: right }: MemoryEntry): boolean {
  const [numbers, others] = [numbersOf(left), numbersOf(right)];
  const hasOther = numbers.some((number) => !others.includes(number));
  if (hasOther && others.some((number) => !numbers.includes(number))) return true;
  return NEGATION.test(left) !== NEGATION.test(right);
}

function numbersOf(text: string): readonly string[] {
  return (text.match(/\d[\d.,:]*/gu) ?? []).map((number) => number.replace(/[.,:]+$/u, ""));
}

function relativeDates(entry: MemoryEntry): readonly TidyProposal[] {
  const problems = findRelativeDates(`${entry.description}\n${entry.content}`, entry.savedAt);
  const [first] = problems;
  if (first === undefined) return [];
  const isClear = problems.every(({ instead }) => instead !== null);
  const write = (text: string): string =>
    problems.reduce((written, { found, instead }) => written.replaceAll(found, instead ?? found), text);
  const { id, version } = entry;
  const fields = {
    ...withFields(entry),
    description: write(entry.description),
    content: write(entry.content),
  };
  return [
    {
      ...{ key: keyOf("relative_date", [entry]), kind: "relative_date", entries: [entry] },
      ...{ changes: isClear ? [{ kind: "edit", id, version, fields }] : [], found: first.found },
    },
  ];
}

/** A state of affairs whose last date is over. Dates in other types are often part of a fact, such as a birthday. */
function pastDates(entry: MemoryEntry, now: number): readonly TidyProposal[] {
  if (entry.type !== "project") return [];
  const days = readDates(entry.content).flatMap((date) => lastDay(date));
  const last = Math.max(...days);
  if (days.length === 0 || now - last < TIDY.pastDays * DAY_MS || last <= entry.savedAt) return [];
  return [
    {
      ...{ key: keyOf("past_date", [entry]), kind: "past_date", entries: [entry] },
      ...{ changes: [{ kind: "retire", id: entry.id }], found: new Date(last).toISOString().slice(0, 10) },
    },
  ];
}

function lastDay({ year, month, day }: TextDate): readonly number[] {
  if (year === null) return [];
  return [day === null ? Date.UTC(year, month, 0) : Date.UTC(year, month - 1, day)];
}

function group(
  kind: "never_recalled" | "superseded",
  change: "retire" | "remove",
  entries: readonly MemoryEntry[],
): readonly TidyProposal[] {
  if (entries.length === 0) return [];
  const oldest = entries.toSorted((left, right) => left.savedAt - right.savedAt);
  const changes = oldest.map(({ id }) => ({ kind: change, id }));
  return [{ key: keyOf(kind, oldest), kind, entries: oldest, changes, found: null }];
}

/** Another version of an entry is another question. */
function keyOf(kind: TidyKind, entries: readonly MemoryEntry[]): string {
  return [kind, ...entries.map(({ id, version }) => `${id}.${String(version)}`)].join(" ");
}
