"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Badge } from "../../ui/badge.tsx";
import type { ShownTool } from "./tool-type.ts";

/** The arguments of a tool as its JSON schema describes them to models. */
export function ArgumentTable({ rows }: { readonly rows: ShownTool["arguments"] }): ReactElement {
  const translate = useTranslations("tools.arguments");
  if (rows.length === 0) return <p className="text-ink-2">{translate("none")}</p>;
  return (
    <dl className="flex flex-col">
      {rows.map(({ name, type, isRequired, description, bounds }) => (
        <div key={name} className="flex flex-col gap-1 border-b border-line py-2 last:border-b-0">
          <dt className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-12">
            <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
            <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{type}</span>
            {isRequired && <Badge>{translate("required")}</Badge>}
            {bounds.map(([bound, value]) => (
              <span key={bound} className="text-ink-2">
                {`${bound} ${String(value)}`}
              </span>
            ))}
          </dt>
          <dd className="max-w-170 text-12 text-ink-2 [overflow-wrap:anywhere]">{description}</dd>
        </div>
      ))}
    </dl>
  );
}
