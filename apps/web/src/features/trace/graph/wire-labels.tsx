"use client";
import {
  CircleHelp,
  Clock,
  FileCheck,
  FoldVertical,
  GitBranch,
  GitMerge,
  GitPullRequestClosed,
  Lightbulb,
  Pause,
  Repeat,
  RotateCw,
  ShieldCheck,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import type { BoxData } from "./box-nodes.ts";
import { wireOffset } from "./wire-view.ts";
import type { TailMark } from "./wire-view.ts";
import { useGraphActions } from "./graph-actions.ts";

/** The words on the wire above a card: the chip at its left end, tags of compactions, and marks after the last bead. */
export function WireLabels({ view, opened, distance }: BoxData): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const agents = useTranslations("agents");
  const { toggleSteps, toggleStack, selectSequence } = useGraphActions();
  const { wire } = view;
  if (wire === null) return null;
  const isTile = distance === "map" || distance === "tiles";
  return (
    <div className="absolute inset-x-0 top-0 z-1 h-0" style={{ translate: `0 -${wireOffset(distance)}px` }}>
      {wire.chip !== "" && (
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={opened}
          title={
            view.agent === null
              ? translate("openSteps", { title: view.title })
              : agents("openSteps", { agent: view.agent.name, title: view.title })
          }
          onClick={() => {
            if (view.kind === "stack") toggleStack(view.id);
            else toggleSteps(view.agent === null ? view.goalId : view.id);
          }}
          style={{ width: wire.chipWidth }}
          className={classNames(
            "nopan pointer-events-auto absolute left-0 h-[18px] -translate-y-1/2 truncate rounded-[9px] border px-1.5 text-center text-11 leading-4",
            chipClass(view.tone, opened),
          )}
        >
          {wire.chip}
        </button>
      )}
      {wire.after !== "" && (
        <span
          style={{ left: wire.chipWidth }}
          className="absolute -translate-y-1/2 bg-page pl-1.5 text-11 leading-4 whitespace-nowrap text-ink-3"
        >
          {wire.after}
        </span>
      )}
      {!isTile &&
        wire.seams.map((seam) => (
          <button
            key={seam.sequence}
            type="button"
            tabIndex={-1}
            title={seam.text}
            onClick={() => {
              selectSequence(seam.sequence);
            }}
            style={{ left: seam.x }}
            className="nopan pointer-events-auto absolute size-4 -translate-1/2 rounded-sm text-ink-2 opacity-0 hover:opacity-100 focus-visible:opacity-100"
          >
            <Icon icon={FoldVertical} size={12} />
            <span className="sr-only">{seam.text}</span>
          </button>
        ))}
      {wire.tail.length > 0 && (
        <span
          style={{ left: wire.tailX }}
          className={classNames(
            "absolute flex -translate-y-1/2 items-center gap-2 rounded-sm bg-page px-1 text-11 leading-4 whitespace-nowrap",
            isTile && "leading-3",
          )}
        >
          {wire.tail.map((mark) => (
            <TailLabel key={mark.kind} mark={mark} onSelect={selectSequence} />
          ))}
        </span>
      )}
    </div>
  );
}

function chipClass(tone: BoxData["view"]["tone"], opened: boolean): string {
  if (opened) return "border-accent bg-accent-soft text-accent";
  if (tone === "running") return "border-accent bg-page text-accent";
  if (tone === "waiting") return "border-wait bg-page text-wait";
  if (tone === "abandoned") return "border-dashed border-line-strong bg-page text-ink-3";
  return "border-line-strong bg-page text-ink-2 hover:border-ink-3 hover:text-ink";
}

const TONES: Readonly<Record<TailMark["kind"], string>> = {
  errors: "text-error",
  retries: "text-ink-2",
  lessons: "text-ink-2",
  loop: "text-warn",
  polling: "text-ink-3",
  waiting: "text-wait",
  revision: "text-ink-2",
  verified: "text-ok",
  unverified: "text-warn",
  evidence: "text-ink-2",
  merged: "text-ok",
  conflicts: "text-error",
  notMerged: "text-ink-3",
};

type TailProps = { readonly mark: TailMark; readonly onSelect: (sequence: number) => void };

/** A mark in words, which leads to its entry. */
export function TailLabel({ mark, onSelect }: TailProps): ReactElement {
  const translate = useTranslations("trace.graph");
  const { sequence, reason = "" } = mark;
  const meaning = translate(`tail.${mark.kind}`, { text: mark.text });
  const label = reason === "" ? meaning : `${meaning}. ${reason}`;
  const content = (
    <>
      <TailIcon kind={mark.kind} />
      <span aria-hidden="true">{mark.text}</span>
      <span className="sr-only">{label}</span>
    </>
  );
  const shape = classNames("flex flex-none items-center gap-1 text-11", TONES[mark.kind]);
  return sequence === null ? (
    <span title={label} className={shape}>
      {content}
    </span>
  ) : (
    <button
      type="button"
      tabIndex={-1}
      title={label}
      onClick={() => {
        onSelect(sequence);
      }}
      className={classNames("nopan pointer-events-auto hover:underline", shape)}
    >
      {content}
    </button>
  );
}

function TailIcon({ kind }: Pick<TailMark, "kind">): ReactElement {
  switch (kind) {
    case "errors":
      return <StatusGlyph status="failed" size={12} decorative />;
    case "retries":
      return <Icon icon={RotateCw} size={12} />;
    case "lessons":
      return <Icon icon={Lightbulb} size={12} />;
    case "loop":
      return <Icon icon={Repeat} size={12} />;
    case "polling":
      return <Icon icon={Clock} size={12} />;
    case "waiting":
      return <Icon icon={Pause} size={12} />;
    case "revision":
      return <Icon icon={GitBranch} size={12} />;
    case "verified":
      return <Icon icon={ShieldCheck} size={12} />;
    case "evidence":
      return <Icon icon={FileCheck} size={12} />;
    case "unverified":
      return <Icon icon={CircleHelp} size={12} />;
    case "merged":
      return <Icon icon={GitMerge} size={12} />;
    case "conflicts":
    case "notMerged":
      return <Icon icon={GitPullRequestClosed} size={12} />;
  }
}
