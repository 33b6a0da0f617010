import { Keyboard, Link, LogOut, SquarePen } from "lucide-react";
import { commandGroup } from "../../lib/commands/command.ts";
import { NAV_ITEMS } from "./nav-items.ts";
import { showOverlay } from "./overlays.ts";

/** The actions of the shell that commands can trigger. */
export type ShellCommands = {
  /** Opens a path relative to the workspace. */
  readonly go: (path: string) => void;
  readonly copyLink: () => void;
  readonly canUndo: () => boolean;
  readonly undo: () => void;
  /** Returns the search field of the page, or null if it has none. */
  readonly searchField: () => HTMLInputElement | null;
  readonly signOut: () => void;
};

const EVERYWHERE = commandGroup<ShellCommands>()({
  title: (t) => t("shell.keys.everywhere"),
  kind: "workspace",
  scope: "window",
  commands: [
    {
      id: "shell.new-conversation",
      label: (t) => t("shell.keys.new"),
      icon: SquarePen,
      keys: ["c"],
      run: (shell) => {
        shell.go("/chat");
      },
    },
    {
      id: "shell.search",
      label: (t) => t("shell.keys.search"),
      keys: ["/"],
      when: (shell) => shell.searchField() !== null,
      run: (shell) => {
        const field = shell.searchField();
        field?.focus();
        field?.select();
      },
    },
    {
      id: "shell.undo",
      label: (t) => t("shell.keys.undo"),
      keys: ["z"],
      when: (shell) => shell.canUndo(),
      run: (shell) => {
        shell.undo();
      },
    },
    {
      id: "shell.copy-link",
      label: (t) => t("shell.keys.copyLink"),
      icon: Link,
      keys: ["y"],
      run: (shell) => {
        shell.copyLink();
      },
    },
    {
      id: "shell.shortcuts",
      label: (t) => t("shell.keys.title"),
      icon: Keyboard,
      keys: ["?"],
      run: () => {
        showOverlay("keys");
      },
    },
    // The toast viewport handles this key itself.
    { id: "shell.notifications", label: (t) => t("shell.keys.toasts"), keys: ["F8"], run: null },
    {
      id: "shell.sign-out",
      label: (t) => t("shell.signOut"),
      icon: LogOut,
      keys: [],
      run: (shell) => {
        shell.signOut();
      },
    },
  ],
});

const NAVIGATION = commandGroup<ShellCommands>()({
  title: (t) => t("shell.keys.goTo"),
  kind: "navigation",
  scope: "window",
  commands: NAV_ITEMS.map(({ path, label, icon, key, listedIn }) => ({
    id: `go${path}`,
    label: listedIn === "settings" ? (t) => t("shell.palette.setting", { page: label(t) }) : label,
    icon,
    keys: key === null ? [] : [`g ${key}`],
    run: (shell) => {
      shell.go(path);
    },
  })),
});

export const SHELL_COMMANDS = [EVERYWHERE, NAVIGATION];
