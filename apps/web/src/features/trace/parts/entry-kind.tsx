"use client";
import { handleOutline, type OutlineEntry, type OutlineHandlers, type OutlineOf } from "@goaltrace/core/log";
import {
  CircleDot,
  CircleX,
  Flag,
  FoldVertical,
  Gauge,
  GitMerge,
  History,
  Lightbulb,
  ListTree,
  Play,
  Repeat,
  RotateCw,
  SearchCheck,
  Signpost,
  Sparkles,
  Target,
  User,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormat } from "../../../lib/use-format.ts";
import { toolIcon } from "../../../ui/tool-icon.ts";

/** Kinds without an icon get the default icon. */
const ICONS: { readonly [Kind in OutlineEntry["k"]]?: LucideIcon } = {
  user: User,
  assistant: Sparkles,
  goals: Target,
  loop: Repeat,
  retry: RotateCw,
  error: CircleX,
  limit: Gauge,
  plan: ListTree,
  lesson: Lightbulb,
  merge: GitMerge,
  route: Signpost,
  critique: SearchCheck,
  claim: SearchCheck,
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
  const kindName = useTranslations("trace.entryKind");
  const translate = useTranslations("trace.entryWords");
  const marker = useTranslations("trace.marker");
  const format = useFormat();
  return {
    kind: (entry) => (entry.k === "tool" || entry.k === "started" ? entry.name : kindName(entry.k)),
    description: (entry) =>
      handleOutline(DESCRIPTIONS, { translate, marker, format }, entry) ?? entryLine(entry),
  };
}

type Localization = {
  readonly translate: ReturnType<typeof useTranslations<"trace.entryWords">>;
  readonly marker: ReturnType<typeof useTranslations<"trace.marker">>;
  readonly format: ReturnType<typeof useFormat>;
};

/** Descriptions of the kinds for which the line in the log is not enough. */
const DESCRIPTIONS: OutlineHandlers<Localization, string> = {
  goals: ({ translate }, entry) => planText(translate, entry),
  loop: ({ marker }, { count }) => marker("loop", { count }),
  limit: ({ marker }, { d }) => marker("limit", { text: d }),
  resumed: ({ marker }, { unknown }) => marker("resumed", { count: unknown }),
  retry: ({ marker }, { d }) => marker("retry", { text: d }),
  // Its agent alone would be the same for all branches.
  child: ({ translate }, { d, task }) => (task === undefined ? d : translate("child", { agent: d, task })),
  calling: ({ translate }) => translate("calling"),
  started: ({ translate }) => translate("started"),
  compacted: ({ translate, format }, { before, after, n }) =>
    translate("compacted", { before: format.tokens(before), after: format.tokens(after), count: n }),
};

function entryLine(entry: OutlineEntry): string {
  return "d" in entry ? entry.d : "";
}

const MAX_TITLES = 3;

function planText(translate: Localization["translate"], entry: OutlineOf<"goals">): string {
  const [count, titles] = [entry.ops.length, goalTitles(entry)];
  return titles === "" ? translate("goals", { count }) : translate("goalsNamed", { count, titles });
}

function goalTitles(entry: OutlineOf<"goals">): string {
  const titles = entry.ops.flatMap((operation) => ("title" in operation ? [operation.title] : []));
  return titles.slice(0, MAX_TITLES).join(", ") + (titles.length > MAX_TITLES ? " …" : "");
}
