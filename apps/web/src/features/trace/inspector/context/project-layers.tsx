"use client";
import type { ProjectContextLayer } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";

/** The AGENTS.md files in a request, outermost first, with the size and reason of each cut. */
export function ProjectLayers({ layers }: { readonly layers: readonly ProjectContextLayer[] }): ReactElement {
  const translate = useTranslations("inspector.context.layer");
  const format = useFormat();
  if (layers.length === 0) return <p className="text-12 text-ink-2">{translate("unknown")}</p>;
  return (
    <ul>
      {layers.map((layer) => {
        const cut = layer.characters - layer.shownCharacters;
        return (
          <li key={layer.path} className="py-1 text-12">
            <p className="flex items-baseline gap-2">
              <code className="min-w-0 flex-1 font-mono text-11 [overflow-wrap:anywhere]">{layer.path}</code>
              <span className="flex-none text-11 text-ink-3">
                {translate("tokens", { tokens: format.count(layer.tokens) })}
              </span>
            </p>
            {cut > 0 && (
              <p className="text-11 text-warn">
                {translate("cut", {
                  cut: format.count(cut),
                  all: format.count(layer.characters),
                })}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
