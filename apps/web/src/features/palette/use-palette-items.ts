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
import { fitsWords } from "./palette-items.ts";
import type { PaletteItem, PaletteKind } from "./palette-items.ts";
import { PREFERENCE_COMMANDS } from "./preference-commands.ts";
import type { Found, FoundAll } from "./use-found.ts";

/** How many of a kind stand beside the other kinds. */
const FEW = 5;
/** The same while nothing was typed, so that the actions are in sight, too. */
const FEW_AT_FIRST = 3;
const PAGES_AT_FIRST = 4;

export type PaletteInput = {
  readonly workspace: string;
  readonly typed: string;
  /** The one kind that is shown whole; null shows a few of each. */
  readonly only: PaletteKind | null;
  readonly found: FoundAll;
};

/** Everything the palette offers for what was typed. */
export function usePaletteItems({ workspace, typed, only, found }: PaletteInput): readonly PaletteItem[] {
  const text = typed.trim();
  const few = (kind: PaletteKind, items: readonly PaletteItem[]): readonly PaletteItem[] =>
    only === kind ? items : items.slice(0, text === "" ? FEW_AT_FIRST : FEW);
  const commands = useCommandItems().filter((item) => fitsWords(text, [item.label, item.id]));
  const ofKind = (kind: PaletteKind): readonly PaletteItem[] => commands.filter((item) => item.kind === kind);
  const open = useOpen(workspace);
  return [
    ...ofKind("go").slice(0, text === "" && only === null ? PAGES_AT_FIRST : undefined),
    ...few("page", ofKind("page")),
    ...few("conversation", found.conversations.map(open.conversation)),
    ...few("trace", found.traces.map(open.trace)),
    ...ofKind("action"),
    ...open.withWords(text),
  ];
}

const KINDS: Readonly<Record<CommandKind, PaletteKind>> = {
  navigation: "go",
  page: "page",
  workspace: "action",
};

/** The registered commands that can be run now. */
function useCommandItems(): readonly PaletteItem[] {
  const translate = useTranslations();
  const isApple = useIsApple();
  return useRegisteredCommands()
    .filter(({ scope }) => scope !== "anywhere")
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

/** Registers what the palette alone offers. */
export function usePreferenceCommands(initial: Theme): void {
  const [theme, chooseTheme] = useTheme(initial);
  const [singleKeys, chooseSingleKeys] = useSingleKeys();
  const locale = useLocale();
  const chooseLocale = useChooseLocale();
  useCommands(PREFERENCE_COMMANDS, {
    context: { theme, chooseTheme, locale, chooseLocale, singleKeys, chooseSingleKeys },
  });
}

type Open = {
  readonly conversation: (found: Found) => PaletteItem;
  readonly trace: (found: Found) => PaletteItem;
  /** What can be done with the typed words themselves; nothing without any. */
  readonly withWords: (text: string) => readonly PaletteItem[];
};

function useOpen(workspace: string): Open {
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
    withWords: (text) =>
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
