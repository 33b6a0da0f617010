"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { StatusGlyph } from "./status-glyph.tsx";
import { STATUS_TONES, TONE_FILL, TONE_TEXT } from "./status.ts";
import type { StatusName, Tone } from "./status.ts";

const BADGE = "inline-flex h-5 flex-none items-center gap-1 rounded-sm px-1.5 text-11 whitespace-nowrap";

/** A short label on a soft fill. */
export function Badge({
  tone = "muted",
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}): ReactElement {
  return <span className={classNames(BADGE, TONE_FILL[tone])}>{children}</span>;
}

export type StatusBadgeProps = {
  readonly status: StatusName;
  /** A longer text: "Waiting for you", "Running, 31 s". Defaults to the name of the status. */
  readonly children?: ReactNode;
  /** The status at an earlier moment: outlined, not filled. */
  readonly past?: boolean;
};

/** A status as glyph and text. */
export function StatusBadge({ status, children, past = false }: StatusBadgeProps): ReactElement {
  const translate = useTranslations("common");
  const tone = STATUS_TONES[status];
  const name = translate(`status.${status}`);
  return (
    <span
      className={classNames(
        BADGE,
        past ? classNames("border border-current", TONE_TEXT[tone]) : TONE_FILL[tone],
      )}
    >
      <StatusGlyph status={status} size={12} decorative />
      {children ?? (past ? translate("statusThen", { status: name }) : name)}
    </span>
  );
}

/** The pulsing dot of live content. Decorative: put "live" or "running" next to it. */
export function LiveDot({ className }: { readonly className?: string }): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={classNames("m-1 block size-2 flex-none animate-pulse rounded-full bg-accent", className)}
    />
  );
}
