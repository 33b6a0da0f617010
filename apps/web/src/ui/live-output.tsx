"use client";
import type { OutputPiece } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { lastLines } from "../lib/last-lines.ts";

/** More than anyone scrolls back through while a tool prints. */
const LINES_SHOWN = 200;
/** Pixels from the end that still count as being there. */
const NEAR = 16;

/**
 * The end of what the running tool `name` prints, in a box of bounded height that follows the end while it is in sight. Deliberately not a
 * live region: lines arrive faster than they can be read out.
 */
export function LiveOutput({
  name,
  output,
  className,
}: {
  readonly name: string;
  readonly output: OutputPiece;
  readonly className?: string;
}): ReactElement {
  const translate = useTranslations("common.liveOutput");
  const box = useRef<HTMLPreElement>(null);
  const atEnd = useRef(true);
  const { lines, isCut } = useMemo(() => lastLines(output.text, LINES_SHOWN), [output.text]);
  useLayoutEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <pre
      ref={box}
      tabIndex={0}
      aria-label={translate("label", { name })}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight <= NEAR;
      }}
      className={classNames(
        "max-h-60 overflow-auto font-mono [overflow-wrap:anywhere] whitespace-pre-wrap -outline-offset-2",
        className,
      )}
    >
      {(isCut || output.offset > 0) && <span className="block text-ink-3">{translate("earlier")}</span>}
      {lines.join("\n")}
    </pre>
  );
}
