"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import type { SandboxReport } from "./sandbox-badge.tsx";
import type { ShownTool } from "./tool-type.ts";

/** The decisions of rules about a tool's calls, the argument that rules can name, and the agents that have it. */
export function ToolRights({
  workspace,
  tool,
  sandbox,
}: {
  readonly workspace: string;
  readonly tool: ShownTool;
  readonly sandbox: SandboxReport | undefined;
}): ReactElement {
  const translate = useTranslations("tools");
  const { name, subject, rights, agents } = tool;
  const without = agents.filter(({ hasTool }) => !hasTool);
  const [general] = rights;
  const isJudgedByCommand =
    subject?.kind === "command" &&
    subject.field === "command" &&
    general?.effect === "ask" &&
    general.decidedBy.kind === "mode";
  return (
    <div className="flex flex-col gap-2 text-12">
      <ul className="flex flex-col gap-1">
        {rights.map(({ pattern, effect, decidedBy }) => (
          <li key={`${pattern} ${effect}`} className="flex items-start gap-2">
            {decidedBy.kind === "layer" && tool.offered === "by_name" ? (
              <Badge>{translate("byName")}</Badge>
            ) : (
              <Badge tone={effect === "allow" ? "ok" : effect === "ask" ? "wait" : "error"}>
                {translate(`effect.${effect}`)}
              </Badge>
            )}
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {pattern === "" ? translate("rights.calls") : <code>{`${name}(${pattern})`}</code>}
              <span className="text-ink-2">
                {" · "}
                {decidedBy.kind === "rule" && translate(`rights.rule.${decidedBy.layer}`)}
                {decidedBy.kind === "layer" && translate("rights.notOfGeneral")}
                {decidedBy.kind === "mode" && translate(`rights.mode.${effect}`)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {isJudgedByCommand && sandbox !== undefined && (
        <p className="text-ink-2">
          {translate(`rights.unasked.${sandbox.strength === "enforcing" ? "sandboxed" : "open"}`)}
        </p>
      )}
      <p className="text-ink-2">
        {subject === null
          ? translate("rights.noPattern")
          : translate(`rights.pattern.${subject.kind}`, { field: subject.field })}
      </p>
      <p className="text-ink-2">
        {without.length === 0
          ? translate("rights.allAgents")
          : translate("rights.someAgents", {
              agents: agents.filter(({ hasTool }) => hasTool).length,
              without: without.map((agent) => agent.name).join(", "),
            })}
      </p>
      <p>
        <Link className="link" href={`${workspaceHref(workspace)}/settings/permissions`}>
          {translate("rights.change")}
        </Link>
      </p>
    </div>
  );
}
