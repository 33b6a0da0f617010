"use client";
import { numberGoals } from "@goaltrace/core/goals";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useDebugger } from "../debugger-context.ts";
import { useClock } from "../use-clock.ts";
import { AXIS_HEIGHT, BAR_HEIGHT, ROW_PITCH } from "./lane-layout.ts";
import type { Band, LaneLayout } from "./lane-layout.ts";
import type { LaneSpan } from "./lanes.ts";
import { timeTicks } from "./time-ticks.ts";

/** The times at the left and right edge, and the pixels between them. */
export type TimeScale = { readonly from: number; readonly to: number; readonly width: number };

export type TimelinePlotProps = {
  readonly layout: LaneLayout;
  readonly scale: TimeScale;
  readonly hits: ReadonlySet<number>;
  readonly hovered: LaneSpan | null;
};

const TICK_WIDTH = 96;
const MIN_BAR_WIDTH = 2;
/** Narrower bars have no text, or only the goal's number. */
const MIN_LABEL_WIDTH = 24;
const MIN_TITLE_WIDTH = 96;

type Tone = "model" | "tool" | "failed" | "running" | "wait" | "hit" | "selected";

const FILLS: Readonly<Record<Tone, string>> = {
  model: "fill-[color-mix(in_oklab,var(--ink)_62%,var(--page))]",
  tool: "fill-[color-mix(in_oklab,var(--ink)_36%,var(--page))]",
  wait: "fill-wait/40",
  failed: "fill-error",
  running: "fill-accent/50",
  hit: "fill-none stroke-ink",
  selected: "fill-accent",
};

/** The bars and the axis. Bars of the same tone share one path, so that a thousand calls are as fast as ten. */
export function TimelinePlot({ layout, scale, hits, hovered }: TimelinePlotProps): ReactElement {
  const clock = useClock();
  const { view } = useDebugger();
  const ticks = timeTicks(scale.from, scale.to, Math.max(1, scale.width / TICK_WIDTH));
  const x = (at: number): number => ((at - scale.from) / Math.max(1, scale.to - scale.from)) * scale.width;
  const paths = useMemo(
    () => barPaths(layout, scale, { selected: view.sequence, hits }),
    // The scale object is new in each render; compare its values.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [layout, scale.from, scale.to, scale.width, view.sequence, hits],
  );
  return (
    <svg
      aria-hidden="true"
      width={scale.width}
      height={layout.height}
      className="block min-h-full"
      shapeRendering="crispEdges"
    >
      {ticks.moments.map((moment) => (
        <g key={moment} transform={`translate(${Math.round(x(moment)) + 0.5} 0)`}>
          <line y1={AXIS_HEIGHT} y2={4_000} className="stroke-line" />
          <text x={4} y={16} className="fill-ink-3 text-11 tabular-nums">
            {clock(moment, ticks.stepMs)}
          </text>
        </g>
      ))}
      <line x2={scale.width} y1={AXIS_HEIGHT - 0.5} y2={AXIS_HEIGHT - 0.5} className="stroke-line" />
      <GoalBars layout={layout} scale={scale} />
      {[...paths].map(([tone, path]) => (
        <path key={tone} d={path} className={FILLS[tone]} />
      ))}
      {hovered && <HoverFrame layout={layout} span={hovered} scale={scale} />}
    </svg>
  );
}

function barPaths(
  layout: LaneLayout,
  scale: TimeScale,
  marked: { readonly selected: number | null; readonly hits: ReadonlySet<number> },
): ReadonlyMap<Tone, string> {
  // Later paths cover earlier ones.
  const paths = new Map<Tone, string>(
    (["model", "tool", "wait", "running", "failed", "hit", "selected"] as const).map((tone) => [tone, ""]),
  );
  for (const band of layout.bands) {
    if (band.kind === "goals") continue;
    for (const span of band.spans) {
      const box = spanBox(band, span, scale);
      if (!box) continue;
      const tone =
        span.sequence === marked.selected && band.kind !== "waits" ? "selected" : spanTone(band, span);
      paths.set(tone, `${paths.get(tone) ?? ""}${rectangle(box)}`);
      if (band.kind !== "waits" && marked.hits.has(span.sequence))
        paths.set("hit", `${paths.get("hit") ?? ""}${rectangle(box)}`);
    }
  }
  return paths;
}

function spanTone(band: Band, span: LaneSpan): Tone {
  if (span.state !== "done") return span.state;
  if (band.kind === "waits") return "wait";
  return band.kind === "model" ? "model" : "tool";
}

type Box = { readonly left: number; readonly top: number; readonly width: number };

/** Returns the box of a bar; null when it is not visible. */
function spanBox(band: Pick<Band, "top">, span: LaneSpan, scale: TimeScale): Box | null {
  if (span.to < scale.from || span.from > scale.to || scale.width === 0) return null;
  const pixels = scale.width / Math.max(1, scale.to - scale.from);
  const left = Math.max(-1, (span.from - scale.from) * pixels);
  const right = Math.min(scale.width + 1, (span.to - scale.from) * pixels);
  // A one-pixel gap after each bar keeps bars countable.
  const width = Math.max(MIN_BAR_WIDTH, right - left - 1);
  return { left, top: band.top + span.row * ROW_PITCH, width };
}

function rectangle({ left, top, width }: Box): string {
  const [x, w] = [left.toFixed(1), width.toFixed(1)];
  return `M${x} ${top}h${w}v${BAR_HEIGHT}h-${w}z`;
}

/** Goals as outlined bars with their names, deeper goals below. */
function GoalBars({ layout, scale }: Pick<TimelinePlotProps, "layout" | "scale">): ReactElement {
  const { model, version, view } = useDebugger();
  const numbers = useMemo(() => {
    void version;
    return numberGoals(model.graph);
  }, [model, version]);
  const band = layout.bands.find((candidate) => candidate.kind === "goals");
  return (
    <>
      {band?.spans.map((span) => {
        const box = spanBox(band, span, scale);
        if (!box) return null;
        const goal = model.graph.goals.get(span.goalId);
        const number = numbers.get(span.goalId) ?? "";
        const name = box.width < MIN_TITLE_WIDTH ? number : `${number} ${goal?.title ?? ""}`.trim();
        const selected = view.goal === span.goalId;
        return (
          <svg key={span.goalId} x={box.left} y={box.top} width={box.width} height={16} overflow="hidden">
            <rect
              x={0.5}
              y={0.5}
              width={Math.max(1, box.width - 1)}
              height={15}
              rx={3}
              className={selected ? "fill-accent-soft stroke-accent" : "fill-raised stroke-line-strong"}
            />
            {box.width >= MIN_LABEL_WIDTH && (
              <text x={Math.max(6, 6 - box.left)} y={12} className="fill-ink-2 text-11">
                {name}
              </text>
            )}
          </svg>
        );
      })}
    </>
  );
}

function HoverFrame({
  layout,
  span,
  scale,
}: {
  readonly layout: LaneLayout;
  readonly span: LaneSpan;
  readonly scale: TimeScale;
}): ReactElement | null {
  const band = layout.bands.find((candidate) => candidate.spans.includes(span));
  const box = band ? spanBox(band, span, scale) : null;
  if (!box) return null;
  return <path d={rectangle(box)} className="fill-none stroke-ink-2" />;
}
