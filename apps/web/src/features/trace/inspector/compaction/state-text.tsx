"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { CodeBlock } from "../../../../ui/code-block.tsx";
import { useLog } from "../../state/debugger-provider.tsx";
import { OriginalRow } from "../original.tsx";
import { stateParts, type StatePart } from "./state-parts.ts";

/** The state that a summary holds. Each line of its index leads to the result that was folded. */
export function StateText({ text }: { readonly text: string }): ReactElement {
  const fullModel = useLog((log) => log.fullModel);
  const groups = useMemo(() => {
    const results = new Map(
      fullModel.entries.flatMap((entry) => (entry.k === "tool" ? [[entry.call, entry.q] as const] : [])),
    );
    return groupCalls(stateParts(text, results));
  }, [fullModel, text]);
  return (
    <>
      {groups.map((group) =>
        group.kind === "text" ? (
          <CodeBlock key={group.key} code={group.text} wrap className="max-h-120 overflow-y-auto" />
        ) : (
          <IndexLines key={group.key} calls={group.calls} />
        ),
      )}
    </>
  );
}

type Call = Extract<StatePart, { kind: "call" }>;

function IndexLines({ calls }: { readonly calls: readonly Call[] }): ReactElement {
  const translate = useTranslations("inspector.compaction.text");
  return (
    <ul aria-label={translate("index")} className="my-1">
      {calls.map(({ sequence, line }) => (
        <OriginalRow key={sequence} sequence={sequence}>
          <span title={line}>{line}</span>
        </OriginalRow>
      ))}
    </ul>
  );
}

type Group =
  | { readonly kind: "text"; readonly key: number; readonly text: string }
  | { readonly kind: "calls"; readonly key: number; readonly calls: readonly Call[] };

/** Index lines that follow one another form a list. */
function groupCalls(parts: readonly StatePart[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [key, part] of parts.entries()) {
    const last = groups.at(-1);
    if (part.kind === "text") groups.push({ kind: "text", key, text: part.text });
    else if (last?.kind === "calls") groups.splice(-1, 1, { ...last, calls: [...last.calls, part] });
    else groups.push({ kind: "calls", key, calls: [part] });
  }
  return groups;
}
