"use client";
import { filledWindow } from "@goaltrace/core/diagnose";
import type { WindowCall } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement, ReactNode } from "react";
import { segmentTint, TINT_FILL, type Tint } from "../inspector/context/segment-tint.ts";

const TINTS: readonly Tint[] = [1, 2, 3, 4];

/** The meanings of the marks of the columns, of those that occur. */
export function SkylineKey({
  calls,
  hasMissed,
  hasCompacted,
}: {
  readonly calls: readonly WindowCall[];
  readonly hasMissed: boolean;
  readonly hasCompacted: boolean;
}): ReactElement {
  const translate = useTranslations("trace.windows.key");
  const { tints, hasCached, hasBreak, hasTotals } = useMemo(() => marksOf(calls), [calls]);
  return (
    <ul
      aria-label={translate("label")}
      className="mt-1 mb-1 flex flex-wrap gap-x-3 text-11 text-ink-2 phone:gap-y-0.5"
    >
      {TINTS.filter((tint) => tints.has(tint)).map((tint) => (
        <Mark key={tint} text={translate(`tint${tint}`)}>
          <span className={`h-2 w-3 ${TINT_FILL[tint]}`} />
        </Mark>
      ))}
      {hasTotals && (
        <Mark text={translate("total")}>
          <span className={`h-2 w-3 ${TINT_FILL[3]}`} />
        </Mark>
      )}
      {hasCached && (
        <Mark text={translate("cached")}>
          <span className="h-2 w-3 bg-[radial-gradient(var(--ink-2)_0.8px,transparent_1px)] bg-size-[4px_4px]" />
        </Mark>
      )}
      {hasBreak && (
        <Mark text={translate("break")}>
          <span className="h-0.5 w-3 bg-warn" />
        </Mark>
      )}
      {hasCompacted && (
        <Mark text={translate("compacted")}>
          <span className="h-2.5 w-0 border-l border-dashed border-ink-2" />
        </Mark>
      )}
      {hasMissed && (
        <Mark text={translate("missed")}>
          <span className="size-1.5 rounded-full bg-error" />
        </Mark>
      )}
    </ul>
  );
}

function Mark({ text, children }: { readonly text: string; readonly children: ReactNode }): ReactElement {
  return (
    <li className="flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className="flex w-3 flex-none items-center justify-center">
        {children}
      </span>
      {text}
    </li>
  );
}

function marksOf(calls: readonly WindowCall[]): {
  readonly tints: ReadonlySet<Tint>;
  readonly hasCached: boolean;
  readonly hasBreak: boolean;
  /** Whether only the total of some calls is known. */
  readonly hasTotals: boolean;
} {
  const tints = new Set<Tint>();
  let [hasCached, hasBreak, hasTotals] = [false, false, false];
  for (const call of calls) {
    const filled = filledWindow(call);
    for (const { kind, tokens, cachedTokens } of filled.parts) {
      if (tokens > 0) tints.add(segmentTint(kind));
      hasCached ||= cachedTokens > 0;
    }
    hasBreak ||= filled.break !== null;
    hasTotals ||= filled.parts.length === 0;
  }
  return { tints, hasCached, hasBreak, hasTotals };
}
