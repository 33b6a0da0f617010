"use client";
import { ChevronDown, GitFork, PanelRightClose } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import { useState } from "react";
import type { ReactElement } from "react";
import { keyHint } from "../../lib/commands/key-hint.ts";
import { classNames } from "../../lib/class-names.ts";
import { LiveDot } from "../../ui/badge.tsx";
import { Sheet } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { countDone } from "./goal-lines.ts";
import type { GoalLine } from "./goal-lines.ts";
import { CONVERSATION_COMMANDS } from "./conversation-commands.ts";

export type GoalsProps = {
  readonly lines: readonly GoalLine[];
  /** The URL of the run's graph; null before the first run. */
  readonly href: string | null;
  /** Whether the plan is still loading and may yet have goals. */
  readonly loading: boolean;
};

const SKELETON_ROWS = 5;

/** The plan in a panel beside the conversation. */
export function GoalsPanel({
  lines,
  href,
  loading,
  onHide,
}: GoalsProps & { readonly onHide: () => void }): ReactElement {
  const translate = useTranslations("chat.goals");
  return (
    <aside
      aria-label={translate("title")}
      className="flex min-h-0 min-w-0 flex-col border-l border-line phone:hidden max-[1100px]:hidden"
    >
      <div className="flex h-12 flex-none items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="font-semibold">{translate("title")}</h2>
        <DoneCount lines={lines} />
        <span className="ml-auto flex items-center">
          {href !== null && (
            <Link
              href={href}
              aria-label={translate("graph")}
              title={translate("graph")}
              className="inline-grid size-7 place-items-center rounded-md text-ink-2 hover:bg-ink/7 hover:text-ink pointer-coarse:size-11"
            >
              <Icon icon={GitFork} />
            </Link>
          )}
          <IconButton
            label={translate("hide")}
            icon={PanelRightClose}
            shortcut={keyHint(CONVERSATION_COMMANDS, "chat.goals")}
            onClick={onHide}
          />
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pt-2 pb-4">
        {loading ? <SkeletonRows rows={SKELETON_ROWS} className="px-2" /> : <GoalList lines={lines} />}
      </div>
    </aside>
  );
}

const STRIP_CLASS =
  "flex h-11 w-full flex-none items-center gap-2 border-b border-line px-4 text-left min-[1101px]:hidden";

/**
 * The plan on narrow screens: one line with the focused goal, which opens the whole plan. The line is there before the first goal, so the
 * layout does not shift.
 */
export function GoalStrip({ lines, loading }: Omit<GoalsProps, "href">): ReactElement {
  const translate = useTranslations("chat.goals");
  const [open, setOpen] = useState(false);
  const shown =
    lines.find((line) => line.focused) ?? lines.findLast((line) => line.status === "completed") ?? lines[0];
  if (shown === undefined)
    return (
      <p className={STRIP_CLASS}>
        {loading ? (
          <Skeleton className="w-1/2" />
        ) : (
          <span className="min-w-0 truncate text-12 text-ink-3">{translate("empty")}</span>
        )}
      </p>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
        className={STRIP_CLASS}
      >
        <GoalMark line={shown} />
        <span className="min-w-0 flex-1 truncate font-semibold">
          {shown.number} {shown.title}
        </span>
        <DoneCount lines={lines} />
        <Icon icon={ChevronDown} size={12} />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={translate("title")} side="right">
        <div className="px-2 py-2">
          <GoalList lines={lines} />
        </div>
      </Sheet>
    </>
  );
}

function DoneCount({ lines }: Pick<GoalsProps, "lines">): ReactElement | null {
  const translate = useTranslations("chat.goals");
  const { done, all } = countDone(lines);
  return all === 0 ? null : (
    <span className="flex-none text-12 text-ink-3">{translate("count", { done, all })}</span>
  );
}

/** Deeper levels share this indent, so that nested plans stay readable at this width. */
const MAX_INDENT_LEVEL = 4;

function GoalList({ lines }: Pick<GoalsProps, "lines">): ReactElement {
  const translate = useTranslations("chat.goals");
  if (lines.length === 0) return <p className="px-2 py-1 text-12 text-ink-2">{translate("empty")}</p>;
  return (
    <ol aria-label={translate("title")}>
      {lines.map((line) => {
        const abandoned = line.status === "abandoned";
        return (
          <li
            key={line.id}
            aria-current={line.focused ? "step" : undefined}
            style={{ marginLeft: Math.min(line.depth, MAX_INDENT_LEVEL) * 16 }}
            className={classNames(
              "grid grid-cols-[16px_minmax(0,1fr)] gap-2 rounded-md px-2 py-1 [contain-intrinsic-size:auto_28px] [content-visibility:auto]",
              line.focused && "bg-accent-soft",
            )}
          >
            <span className="mt-[3px]">
              <GoalMark line={line} />
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {line.number !== null && <span className="mr-2 text-ink-3">{line.number}</span>}
              <span
                className={classNames(
                  abandoned && "text-ink-3 line-through",
                  line.focused && "font-semibold",
                )}
              >
                {line.title}
              </span>
              {line.verified !== null && (
                <span className={classNames("ml-2 text-12", line.verified ? "text-ok" : "text-warn")}>
                  {translate(line.verified ? "verified" : "unverified")}
                </span>
              )}
              {line.outcome !== null && line.outcome !== "" && (
                <span className="line-clamp-3 text-12 text-ink-2" title={line.outcome}>
                  {abandoned ? translate("abandoned", { reason: line.outcome }) : line.outcome}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function GoalMark({ line }: { readonly line: GoalLine }): ReactElement {
  const translate = useTranslations("common.status");
  if (line.status !== "running") return <StatusGlyph status={line.status} />;
  return (
    <>
      <LiveDot />
      <span className="sr-only">{translate("running")}</span>
    </>
  );
}
