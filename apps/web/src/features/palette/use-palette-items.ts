"use client";
import { FileSearch, GitFork, MessageSquare, SquareChevronRight, SquarePen } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { CommandKind } from "../../lib/commands/command.ts";
import { useRegisteredCommands } from "../../lib/commands/command-store.ts";
import { keyCaps } from "../../lib/commands/keystroke.ts";
import { useCommands } from "../../lib/commands/use-commands.ts";
import type { Theme } from "../../lib/preferences.ts";
import { useSingleKeys } from "../../lib/single-keys.ts";
import { useTheme } from "../../lib/theme.ts";
import { useIsApple } from "../../lib/use-is-apple.ts";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import { useChooseLocale } from "../../ui/shell/preference-menus.tsx";
import { matchesWords } from "./palette-items.ts";
import type { PaletteItem, PaletteKind } from "./palette-items.ts";
import { PREFERENCE_COMMANDS } from "./preference-commands.ts";
import type { SearchResult, SearchResults } from "./use-search-results.ts";

/** Items per kind when several kinds are shown. */
const MAX_ITEMS_PER_KIND = 5;
/** Items per kind before anything is typed, so that the actions are visible too. */
const MAX_INITIAL_ITEMS = 3;
const MAX_INITIAL_PAGES = 4;

export type PaletteInput = {
  readonly workspace: string;
  readonly typed: string;
  /** The only kind to show, in full; null shows a few items of each kind. */
  readonly only: PaletteKind | null;
  readonly results: SearchResults;
};

/** Returns the palette items for the typed text. */
export function usePaletteItems({ workspace, typed, only, results }: PaletteInput): readonly PaletteItem[] {
  const text = typed.trim();
  const limited = (kind: PaletteKind, items: readonly PaletteItem[]): readonly PaletteItem[] =>
    only === kind ? items : items.slice(0, text === "" ? MAX_INITIAL_ITEMS : MAX_ITEMS_PER_KIND);
  const commands = useCommandItems().filter((item) => matchesWords(text, [item.label, item.id]));
  const ofKind = (kind: PaletteKind): readonly PaletteItem[] => commands.filter((item) => item.kind === kind);
  const create = useItemFactories(workspace);
  return [
    ...ofKind("go").slice(0, text === "" && only === null ? MAX_INITIAL_PAGES : undefined),
    ...limited("page", ofKind("page")),
    ...limited("conversation", results.conversations.map(create.conversation)),
    ...limited("trace", results.traces.map(create.trace)),
    ...ofKind("action"),
    ...create.forText(text),
  ];
}

const KINDS: Readonly<Record<CommandKind, PaletteKind>> = {
  navigation: "go",
  page: "page",
  workspace: "action",
};

/** Returns the registered commands that are available now. */
function useCommandItems(): readonly PaletteItem[] {
  const translate = useTranslations();
  const isApple = useIsApple();
  return useRegisteredCommands()
    .filter(({ scope, inPalette }) => inPalette && scope !== "anywhere")
    .flatMap(({ kind, commands }) =>
      commands.flatMap(({ id, label, icon, keys, when, run }) =>
        run === null || !when()
          ? []
          : [
              {
                id,
                kind: KINDS[kind],
                label: label(translate),
                icon: icon ?? SquareChevronRight,
                at: null,
                keys: keys[0] === undefined ? [] : keyCaps(keys[0], isApple).flat(),
                run,
              },
            ],
      ),
    );
}

/** Registers the commands that only the palette offers. */
export function usePreferenceCommands(initial: Theme): void {
  const [theme, chooseTheme] = useTheme(initial);
  const [singleKeys, chooseSingleKeys] = useSingleKeys();
  const locale = useLocale();
  const chooseLocale = useChooseLocale();
  useCommands(PREFERENCE_COMMANDS, {
    context: { theme, chooseTheme, locale, chooseLocale, singleKeys, chooseSingleKeys },
  });
}

type ItemFactories = {
  readonly conversation: (result: SearchResult) => PaletteItem;
  readonly trace: (result: SearchResult) => PaletteItem;
  /** Actions on the typed text itself; none without text. */
  readonly forText: (text: string) => readonly PaletteItem[];
};

function useItemFactories(workspace: string): ItemFactories {
  const translate = useTranslations("shell.palette");
  const router = useRouter();
  const base = workspaceHref(workspace);
  const go = (path: string) => () => {
    router.push(base + path);
  };
  return {
    conversation: ({ id, title, at }) => ({
      id: `conversation-${id}`,
      kind: "conversation",
      label: title || translate("untitled"),
      icon: MessageSquare,
      at,
      keys: [],
      run: go(`/chat/${encodeURIComponent(id)}`),
    }),
    trace: ({ id, title, at }) => ({
      id: `trace-${id}`,
      kind: "trace",
      label: title || translate("untitled"),
      icon: GitFork,
      at,
      keys: [],
      run: go(`/traces/${encodeURIComponent(id)}`),
    }),
    forText: (text) =>
      text === ""
        ? []
        : [
            {
              id: "words-ask",
              kind: "words",
              label: translate("ask", { text }),
              icon: SquarePen,
              at: null,
              keys: ["Ctrl", "↵"],
              run: go(`/chat?draft=${encodeURIComponent(text)}`),
            },
            {
              id: "words-traces",
              kind: "words",
              label: translate("searchTraces", { text }),
              icon: FileSearch,
              at: null,
              keys: [],
              run: go(`/traces?q=${encodeURIComponent(text)}`),
            },
          ],
  };
}
