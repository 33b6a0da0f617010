"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { useToast, useUndo } from "../toast.tsx";
import { workspaceHref } from "./nav-items.ts";
import { SHELL_COMMANDS } from "./shell-commands.ts";
import { useSignOut } from "./use-sign-out.ts";

const SEARCH = "#content input[type='search'], #content [role='search'] input";

/** Registers the commands that are available on every page of a workspace. */
export function useShellCommands(slug: string): void {
  const router = useRouter();
  const copyLink = useCopyLink();
  const undo = useUndo();
  const signOut = useSignOut();
  useCommands(SHELL_COMMANDS, {
    context: {
      go: (path) => {
        router.push(workspaceHref(slug) + path);
      },
      copyLink: () => void copyLink(),
      canUndo: undo.canUndo,
      undo: undo.undoLast,
      searchField,
      signOut: () => void signOut(),
    },
  });
}

/** Returns a function that copies the URL of the page. */
function useCopyLink(): () => Promise<void> {
  const translate = useTranslations("shell.keys");
  const showToast = useToast();
  return async () => {
    const link = window.location.href;
    try {
      await navigator.clipboard.writeText(link);
      showToast({ text: translate("linkCopied") });
    } catch {
      showToast({ text: translate("linkNotCopied", { link }) });
    }
  };
}

function searchField(): HTMLInputElement | null {
  const fields = [...document.querySelectorAll<HTMLInputElement>(SEARCH)];
  return fields.find((field) => field.checkVisibility()) ?? null;
}
