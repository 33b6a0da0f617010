"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { stepSequence } from "../state/selection-moves.ts";
import type { Direction } from "../state/selection-moves.ts";
import { RUN_COMMANDS } from "../shell/run-commands.ts";

export type InspectorHeadProps = {
  readonly title: string;
  readonly icon?: LucideIcon;
  /** Whether the title is a tool name, in the monospace font. */
  readonly code?: boolean;
  readonly badge?: ReactNode;
  /** An action on the selection, before the buttons. */
  readonly action?: ReactNode;
};

/** The title of the selection, and buttons to the previous and next entry. */
export function InspectorHead({
  title,
  icon,
  code = false,
  badge,
  action,
}: InspectorHeadProps): ReactElement {
  const translate = useTranslations("inspector");
  const view = useView(({ sequence }) => ({ sequence }));
  const model = useLog((log) => log.model);
  const { selectSequence } = useActions();
  const step = (direction: Direction): (() => void) | undefined => {
    const next = stepSequence(model.entries, view.sequence, direction);
    return next === null
      ? undefined
      : () => {
          selectSequence(next.q);
        };
  };
  const [before, after] = [step(-1), step(1)];
  return (
    <header className="flex h-9 flex-none items-center gap-2 border-b border-line pr-2 pl-4 phone:h-11">
      {icon && <Icon icon={icon} className="text-ink-2" />}
      <h2
        title={title}
        className={
          code ? "min-w-0 truncate font-mono text-12 font-semibold" : "min-w-0 truncate text-12 font-semibold"
        }
      >
        {title}
      </h2>
      {badge}
      <span className="flex-1" />
      {action}
      <IconButton
        label={translate("previous")}
        shortcut={keyHint(RUN_COMMANDS, "run.previous-entry")}
        icon={ChevronLeft}
        disabled={!before}
        onClick={before}
      />
      <IconButton
        label={translate("next")}
        shortcut={keyHint(RUN_COMMANDS, "run.next-entry")}
        icon={ChevronRight}
        disabled={!after}
        onClick={after}
      />
    </header>
  );
}
