"use client";
import { Ban, Check, Hand } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Icon } from "../../ui/icon.tsx";
import { toolIcon } from "../../ui/tool-icon.ts";
import type { AgentDetailData } from "./agent-type.ts";

type ToolRow = AgentDetailData["tools"][number];
const EFFECTS: Readonly<Record<ToolRow["effect"], readonly [LucideIcon, string]>> = {
  allow: [Check, "text-ok"],
  ask: [Hand, "text-wait"],
  deny: [Ban, "text-ink-3"],
};

/** Every tool with the final decision about its calls, and the layer, rule or mode that decides it. */
export function AgentRights({ agent }: { readonly agent: AgentDetailData }): ReactElement {
  const translate = useTranslations("definitions");
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-2">
        <h3 className="font-semibold">{translate("rights")}</h3>
        <span className="text-12 text-ink-2">{translate("rightsText")}</span>
      </div>
      <ul className="border-t border-line">
        {groups(agent.tools).map(([first, names]) => {
          const [icon, tone] = EFFECTS[first.effect];
          return (
            <li
              key={`${first.name} ${first.pattern}`}
              className="grid grid-cols-[minmax(0,248px)_104px_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5 phone:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span className="flex items-start gap-2 font-mono text-12">
                <Icon icon={toolIcon(first.name)} className="text-ink-3" />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {names.join(", ")} {first.pattern}
                </span>
              </span>
              <span className="flex items-start gap-1">
                <Icon icon={icon} className={tone} />
                {translate(`effect.${first.effect}`)}
              </span>
              <span className="text-ink-2 [overflow-wrap:anywhere] phone:col-start-1 phone:col-end-3">
                <Origin row={first} mode={agent.mode} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Origin({
  row: { decidedBy, effect },
  mode,
}: {
  readonly row: ToolRow;
  readonly mode: AgentDetailData["mode"];
}): ReactElement {
  const translate = useTranslations("definitions");
  if (decidedBy.kind === "layer")
    return <>{translate("byLayer", { layer: translate(`layerTitle.${decidedBy.layer}`) })}</>;
  if (decidedBy.kind === "rule")
    return (
      <>{translate("byRule", { text: decidedBy.text, layer: translate(`ruleLayer.${decidedBy.layer}`) })}</>
    );
  if (effect === "allow" && mode !== "auto") return <>{translate("byReading")}</>;
  return <>{translate(`byMode.${mode === "read-only" ? "readOnly" : mode}`)}</>;
}

/** Groups the rows of tools with the same decision and reason, each with the names of these tools. */
function groups(tools: readonly ToolRow[]): readonly (readonly [ToolRow, readonly string[]])[] {
  const byReason = new Map<string, readonly [ToolRow, readonly string[]]>();
  for (const tool of tools) {
    const key = JSON.stringify([
      tool.pattern === "" ? "" : tool.name,
      tool.pattern,
      tool.effect,
      tool.decidedBy,
    ]);
    const known = byReason.get(key);
    byReason.set(key, [known?.[0] ?? tool, [...(known?.[1] ?? []), tool.name]]);
  }
  return [...byReason.values()];
}
