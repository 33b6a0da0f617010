"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { STATUS_TONES, TONE_TEXT } from "./status.ts";
import type { StatusName } from "./status.ts";

export type StatusGlyphProps = {
  readonly status: StatusName;
  /** In pixels. Defaults to 14; 12 in marks. */
  readonly size?: 14 | 12 | 16;
  /** True where adjacent text already names the status. */
  readonly decorative?: boolean;
  /** A longer label: "Waiting for you". Defaults to the name of the status. */
  readonly label?: string;
  readonly className?: string;
};

/** One shape per status, the same in tree, graph, table and badge, and distinct without color. */
export function StatusGlyph({ decorative = false, ...rest }: StatusGlyphProps): ReactElement {
  return decorative ? <Glyph {...rest} name={null} /> : <NamedGlyph {...rest} />;
}

function NamedGlyph({ label, ...rest }: Omit<StatusGlyphProps, "decorative">): ReactElement {
  const translate = useTranslations("common.status");
  return <Glyph {...rest} name={label ?? translate(rest.status)} />;
}

type GlyphProps = Pick<StatusGlyphProps, "status" | "size" | "className"> & {
  readonly name: string | null;
};

function Glyph({ status, size = 14, className, name }: GlyphProps): ReactElement {
  const semantics = name === null ? { "aria-hidden": true } : { role: "img", "aria-label": name };
  return (
    <svg
      {...semantics}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={classNames("block flex-none", TONE_TEXT[STATUS_TONES[status]], className)}
    >
      {name !== null && <title>{name}</title>}
      {SHAPES[status]}
    </svg>
  );
}

const OUTLINE = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
const CUT = { ...OUTLINE, stroke: "var(--glyph-cut, var(--page))" } as const;
const RING = { cx: 8, cy: 8, r: 6.25, fill: "none", stroke: "currentColor", strokeWidth: 1.5 } as const;

/** Drawn on a 16 px grid. Filled shapes are final or need attention; rings are open or set aside. */
const SHAPES: Readonly<Record<StatusName, ReactElement>> = {
  queued: (
    <>
      <circle {...RING} />
      <path d="M8 4.75V8l2.25 1.5" {...OUTLINE} />
    </>
  ),
  pending: <circle {...RING} strokeDasharray="2.4 2.508" />,
  running: (
    <>
      <circle {...RING} opacity={0.3} />
      <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" {...OUTLINE} />
      <circle cx={8} cy={8} r={2.5} fill="currentColor" className="animate-pulse" />
    </>
  ),
  waiting: (
    <>
      <circle cx={8} cy={8} r={7} fill="currentColor" />
      <path d="M6.25 5.5v5m3.5-5v5" {...CUT} />
    </>
  ),
  completed: (
    <>
      <circle cx={8} cy={8} r={7} fill="currentColor" />
      <path d="m4.9 8.2 2.1 2.1 4.1-4.4" {...CUT} />
    </>
  ),
  problems: (
    <>
      <circle cx={8} cy={8} r={7} fill="currentColor" />
      <path d="M8 4.5v4.25m0 2.5v.1" {...CUT} />
    </>
  ),
  failed: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" fill="currentColor" />
      <path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" {...CUT} />
    </>
  ),
  cancelled: (
    <>
      <circle {...RING} />
      <rect x={5.5} y={5.5} width={5} height={5} rx={1} fill="currentColor" />
    </>
  ),
  interrupted: (
    <>
      <circle {...RING} strokeDasharray="14 5.635" transform="rotate(-30 8 8)" />
      <path d="M8 4.75V8.5m0 2.5v.1" {...OUTLINE} />
    </>
  ),
  abandoned: (
    <>
      <circle {...RING} />
      <path d="m5.75 5.75 4.5 4.5m0-4.5-4.5 4.5" {...OUTLINE} />
    </>
  ),
};
