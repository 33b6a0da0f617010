"use client";
import { handleOutline, type OutlineEntry, type OutlineHandlers, type OutlineOf } from "@goaltrace/core/log";
import {
  CircleDot,
  CircleX,
  Flag,
  FoldVertical,
  Gauge,
  History,
  Play,
  Repeat,
  RotateCw,
  Sparkles,
  Target,
  User,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormat } from "../../lib/use-format.ts";
import { toolIcon } from "../../ui/tool-icon.ts";

/** Kinds without an icon get the default icon. */
const ICONS: { readonly [Kind in OutlineEntry["k"]]?: LucideIcon } = {
  user: User,
  assistant: Sparkles,
  goals: Target,
  loop: Repeat,
  retry: RotateCw,
  error: CircleX,
  limit: Gauge,
  resumed: History,
  calling: Sparkles,
  begin: Play,
  end: Flag,
  compacted: FoldVertical,
};

/** Returns the icon of an entry's kind; tools have icons of their own. */
export function entryIcon(entry: OutlineEntry): LucideIcon {
  return entry.k === "tool" || entry.k === "started" ? toolIcon(entry.name) : (ICONS[entry.k] ?? CircleDot);
}

/** Texts that describe an entry: its kind and its content. */
export type EntryText = {
  readonly kind: (entry: OutlineEntry) => string;
  readonly description: (entry: OutlineEntry) => string;
};

/** Returns functions that describe entries in the language of the interface. */
export function useEntryText(): EntryText {
  const translate = useTranslations("trace.entryKind");
  const words = useTranslations("trace.entryWords");
  const marker = useTranslations("trace.marker");
  const format = useFormat();
  return {
    kind: (entry) => (entry.k === "tool" || entry.k === "started" ? entry.name : translate(entry.k)),
    description: (entry) => handleOutline(DESCRIPTIONS, { words, marker, format }, entry) ?? entryLine(entry),
  };
}

type Localization = {
  readonly words: ReturnType<typeof useTranslations<"trace.entryWords">>;
  readonly marker: ReturnType<typeof useTranslations<"trace.marker">>;
  readonly format: ReturnType<typeof useFormat>;
};

/** Descriptions of the kinds whose description is more than the line in the log. */
const DESCRIPTIONS: OutlineHandlers<Localization, string> = {
  goals: ({ words }, entry) => planWords(words, entry),
  loop: ({ marker }, { count }) => marker("loop", { count }),
  limit: ({ marker }, { d }) => marker("limit", { text: d }),
  resumed: ({ marker }, { unknown }) => marker("resumed", { count: unknown }),
  retry: ({ marker }, { d }) => marker("retry", { text: d }),
  calling: ({ words }) => words("calling"),
  started: ({ words }) => words("started"),
  compacted: ({ words, format }, { before, after, n }) =>
    words("compacted", { before: format.tokens(before), after: format.tokens(after), count: n }),
};

function entryLine(entry: OutlineEntry): string {
  return "d" in entry ? entry.d : "";
}

const MAX_TITLES = 3;

function planWords(words: Localization["words"], entry: OutlineOf<"goals">): string {
  const [count, titles] = [entry.ops.length, goalTitles(entry)];
  return titles === "" ? words("goals", { count }) : words("goalsNamed", { count, titles });
}

function goalTitles(entry: OutlineOf<"goals">): string {
  const titles = entry.ops.flatMap((operation) => ("title" in operation ? [operation.title] : []));
  return titles.slice(0, MAX_TITLES).join(", ") + (titles.length > MAX_TITLES ? " …" : "");
}
