"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
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

const ICONS: Readonly<Record<Exclude<OutlineEntry["k"], "tool" | "started">, LucideIcon>> = {
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
  other: CircleDot,
};

/** The icon of an entry's kind; a tool has its own. */
export function entryIcon(entry: OutlineEntry): LucideIcon {
  return entry.k === "tool" || entry.k === "started" ? toolIcon(entry.name) : ICONS[entry.k];
}

/** An entry in words: its kind and what it says. */
export type EntryWords = {
  readonly kind: (entry: OutlineEntry) => string;
  readonly description: (entry: OutlineEntry) => string;
};

/** Entries in the words of the interface. */
export function useEntryWords(): EntryWords {
  const translate = useTranslations("trace.entryKind");
  const words = useTranslations("trace.entryWords");
  const marker = useTranslations("trace.marker");
  const format = useFormat();
  return {
    kind: (entry) => (entry.k === "tool" || entry.k === "started" ? entry.name : translate(entry.k)),
    description: (entry) => {
      switch (entry.k) {
        case "goals":
          return planWords(words, entry);
        case "loop":
          return marker("loop", { count: entry.count });
        case "limit":
          return marker("limit", { text: entry.d });
        case "resumed":
          return marker("resumed", { count: entry.unknown });
        case "retry":
          return marker("retry", { text: entry.d });
        case "calling":
          return words("calling");
        case "started":
          return words("started");
        case "compacted":
          return words("compacted", {
            before: format.tokens(entry.before),
            after: format.tokens(entry.after),
            count: entry.n,
          });
        case "user":
        case "assistant":
        case "tool":
        case "error":
        case "begin":
        case "end":
        case "other":
          return entry.d;
      }
    },
  };
}

const TITLES_SHOWN = 3;

function planWords(
  words: ReturnType<typeof useTranslations<"trace.entryWords">>,
  entry: Extract<OutlineEntry, { k: "goals" }>,
): string {
  const [count, titles] = [entry.ops.length, titlesOf(entry)];
  return titles === "" ? words("goals", { count }) : words("goalsNamed", { count, titles });
}

function titlesOf(entry: Extract<OutlineEntry, { k: "goals" }>): string {
  const titles = entry.ops.flatMap((operation) => ("title" in operation ? [operation.title] : []));
  return titles.slice(0, TITLES_SHOWN).join(", ") + (titles.length > TITLES_SHOWN ? " …" : "");
}
