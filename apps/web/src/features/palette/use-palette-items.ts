"use client";
import {
  FileSearch,
  GitFork,
  Keyboard,
  Languages,
  Link as LinkIcon,
  LogOut,
  MessageSquare,
  SquarePen,
  SunMoon,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { LOCALES, THEMES } from "../../lib/preferences.ts";
import type { Theme } from "../../lib/preferences.ts";
import { useSingleKeys } from "../../lib/single-keys.ts";
import { useTheme } from "../../lib/theme.ts";
import { showOverlay } from "../../ui/shell/overlays.ts";
import { isSetting, PLACES, workspaceHref } from "../../ui/shell/places.ts";
import { useChooseLocale } from "../../ui/shell/preference-menus.tsx";
import { useCopyLink } from "../../ui/shell/use-shell-keys.ts";
import { useSignOut } from "../../ui/shell/use-sign-out.ts";
import { fitsWords } from "./palette-items.ts";
import type { PaletteItem, PaletteKind } from "./palette-items.ts";
import type { Found, FoundAll } from "./use-found.ts";

/** How many of a kind stand beside the other kinds. */
const FEW = 5;
/** The same while nothing was typed, so that the actions are in sight, too. */
const FEW_AT_FIRST = 3;
const PLACES_AT_FIRST = 4;

export type PaletteInput = {
  readonly workspace: string;
  /** The theme the server read from the cookie. */
  readonly theme: Theme;
  readonly typed: string;
  /** The one kind that is shown whole; null shows a few of each. */
  readonly only: PaletteKind | null;
  readonly found: FoundAll;
};

/** Everything the palette offers for what was typed. */
export function usePaletteItems(input: PaletteInput): readonly PaletteItem[] {
  const { typed, only, found } = input;
  const text = typed.trim();
  const few = (kind: PaletteKind, items: readonly PaletteItem[]): readonly PaletteItem[] =>
    only === kind ? items : items.slice(0, text === "" ? FEW_AT_FIRST : FEW);
  const places = usePlaces(input.workspace).filter((item) => fitsWords(text, [item.label, item.id]));
  const actions = useActions(input).filter((item) => fitsWords(text, [item.label, item.id]));
  const open = useOpen(input.workspace);
  return [
    ...(text === "" && only === null ? places.slice(0, PLACES_AT_FIRST) : places),
    ...few("conversation", found.conversations.map(open.conversation)),
    ...few("trace", found.traces.map(open.trace)),
    ...actions,
    ...open.withWords(text),
  ];
}

function usePlaces(workspace: string): readonly PaletteItem[] {
  const translate = useTranslations("shell");
  const router = useRouter();
  return PLACES.map((place) => ({
    id: `go-${place.path}`,
    kind: "go",
    label: isSetting(place)
      ? translate("palette.setting", { page: translate(place.name) })
      : translate(place.name),
    icon: place.icon,
    at: null,
    keys: place.key === null ? [] : ["g", place.key],
    run: () => {
      router.push(workspaceHref(workspace) + place.path);
    },
  }));
}

function useActions({ workspace, theme: initial }: PaletteInput): readonly PaletteItem[] {
  const translate = useTranslations("shell");
  const router = useRouter();
  const [theme, chooseTheme] = useTheme(initial);
  const [singleKeys, chooseSingleKeys] = useSingleKeys();
  const locale = useLocale();
  const chooseLocale = useChooseLocale();
  const copyLink = useCopyLink();
  const signOut = useSignOut();
  const action = (
    item: Pick<PaletteItem, "id" | "label" | "icon" | "run"> & { readonly keys?: readonly string[] },
  ): PaletteItem => ({ kind: "action", at: null, keys: [], ...item });
  return [
    action({
      id: "new-conversation",
      label: translate("keys.new"),
      icon: SquarePen,
      keys: ["c"],
      run: () => {
        router.push(`${workspaceHref(workspace)}/chat`);
      },
    }),
    action({
      id: "copy-link",
      label: translate("keys.copyLink"),
      icon: LinkIcon,
      keys: ["y"],
      run: () => void copyLink(),
    }),
    ...THEMES.filter((one) => one !== theme).map((one) =>
      action({
        id: `theme-${one}`,
        label: `${translate("theme")}: ${translate(`themes.${one}`)}`,
        icon: SunMoon,
        run: () => {
          chooseTheme(one);
        },
      }),
    ),
    ...LOCALES.filter((one) => one !== locale).map((one) =>
      action({
        id: `language-${one}`,
        label: `${translate("language")}: ${translate(`languages.${one}`)}`,
        icon: Languages,
        run: () => {
          chooseLocale(one);
        },
      }),
    ),
    action({
      id: "keys",
      label: translate("keys.title"),
      icon: Keyboard,
      keys: ["?"],
      run: () => {
        showOverlay("keys");
      },
    }),
    action({
      id: "single-keys",
      label: translate(singleKeys ? "palette.singleKeysOff" : "palette.singleKeysOn"),
      icon: Keyboard,
      run: () => {
        chooseSingleKeys(!singleKeys);
      },
    }),
    action({ id: "sign-out", label: translate("signOut"), icon: LogOut, run: () => void signOut() }),
  ];
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
