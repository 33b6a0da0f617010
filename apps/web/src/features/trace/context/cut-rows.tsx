"use client";
import type { ContextRow } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { useActions } from "../state/debugger-provider.tsx";
import { useCuts } from "./use-windows.ts";

/** The number of removals shown at first, largest first. */
const FIRST = 3;

/** The messages of one kind that a call contains shortened compared with the call before it, or no longer: the largest three, then all. */
export function CutRows({
  kind,
  sequence,
}: {
  readonly kind: ContextRow["kind"];
  readonly sequence: number;
}): ReactElement | null {
  const translate = useTranslations("trace.windows");
  const format = useFormat();
  const { selectSequence } = useActions();
  const cuts = useCuts(sequence);
  const [all, setAll] = useState(false);
  const own = (cuts.isPlaceholderData ? null : cuts.data)?.cuts.filter((cut) => cut.kind === kind) ?? [];
  if (own.length === 0) return null;
  return (
    <>
      {(all ? own : own.slice(0, FIRST)).map((cut) => (
        <tr key={cut.sequence} className="block">
          <td colSpan={5} className="block">
            <button
              type="button"
              onClick={() => {
                selectSequence(cut.sequence);
              }}
              className="flex min-h-5.5 w-full items-center gap-3 pr-4 pl-11 text-left text-11 text-ink-2 hover:bg-ink/4 phone:min-h-11"
            >
              <span className="w-10 flex-none text-ink-3">{`#${cut.sequence}`}</span>
              {cut.toolName !== null && <code className="flex-none font-mono">{cut.toolName}</code>}
              <span className="min-w-0 flex-1 truncate" title={cut.description}>
                {cut.description}
              </span>
              <span className="flex-none text-ink-3">{translate(`cut.${cut.how}`)}</span>
              <span className="w-16 flex-none text-right tabular-nums">
                {`−${format.tokens(cut.beforeTokens - cut.afterTokens)}`}
              </span>
            </button>
          </td>
        </tr>
      ))}
      {own.length > FIRST && !all && (
        <tr className="block">
          <td colSpan={5} className="block pl-11">
            <button
              type="button"
              className="link text-11 phone:min-h-11"
              onClick={() => {
                setAll(true);
              }}
            >
              {translate("moreCuts", { count: own.length - FIRST })}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}
