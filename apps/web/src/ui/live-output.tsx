"use client";
import type { OutputPiece } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { lastLines } from "../lib/last-lines.ts";

/** More than people scroll back through while a tool is running. */
const MAX_LINES = 200;
/** In pixels. Within this distance the box counts as scrolled to the end. */
const END_TOLERANCE = 16;

/**
 * The latest output of the running tool `name`, in a box that follows the end while it is scrolled there. Deliberately not a live region,
 * because lines arrive faster than a screen reader can read them.
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
  const { lines, isTruncated } = useMemo(() => lastLines(output.text, MAX_LINES), [output.text]);
  useLayoutEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <pre
      ref={box}
      tabIndex={0}
      aria-label={translate("label", { name })}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight <= END_TOLERANCE;
      }}
      className={classNames(
        "max-h-60 overflow-auto font-mono [overflow-wrap:anywhere] whitespace-pre-wrap -outline-offset-2",
        className,
      )}
    >
      {(isTruncated || output.offset > 0) && <span className="block text-ink-3">{translate("earlier")}</span>}
      {lines.join("\n")}
    </pre>
  );
}
