"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Note } from "../../ui/note.tsx";

type Problem = RouterOutputs["agents"]["check"]["problems"][number];

/** Names in a saved definition that no longer exist, which keep it from being saved again. */
export function AgentProblems({ problems }: { readonly problems: readonly Problem[] }): ReactElement | null {
  const translate = useTranslations("definitions");
  if (problems.length === 0) return null;
  return (
    <Note tone="warn">
      {problems.map(({ field, name, nearest }) => (
        <span key={`${field} ${name}`} className="block">
          {translate("unknown", { field: translate(`field.${field}`), name })}{" "}
          {nearest !== null && translate("nearest", { name: nearest })}
        </span>
      ))}
    </Note>
  );
}
