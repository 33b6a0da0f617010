"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Badge } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { toolIcon } from "../../ui/tool-icon.ts";
import { ArgumentTable } from "./argument-table.tsx";
import { SandboxBadge, type SandboxReport } from "./sandbox-badge.tsx";
import { ToolFigures } from "./tool-figures.tsx";
import { ToolRights } from "./tool-rights.tsx";
import { TrialForm } from "./trial-form.tsx";
import type { ListedTool, ShownTool } from "./tool-type.ts";

export type ToolDetailProps = {
  readonly workspace: string;
  readonly tool: ShownTool;
  readonly use: ListedTool["use"];
  readonly sandbox: SandboxReport | undefined;
  /** Whether the person may try it. */
  readonly canTry: boolean;
};

/** One tool: its definition as models see it, its rights, how often runs use it, and a form to try it. */
export function ToolDetail({ workspace, tool, use, sandbox, canTry }: ToolDetailProps): ReactElement {
  const translate = useTranslations("tools");
  const { name, description, inputSchema, annotations, subject } = tool;
  const runsCommands = subject?.kind === "command";
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-230 flex-col gap-6 px-8 pt-4 pb-12 phone:px-4">
        <header className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <Icon icon={toolIcon(name)} className="text-ink-2" />
            <h2 className="min-w-0 font-mono text-15 font-semibold [overflow-wrap:anywhere]">{name}</h2>
            {annotations.readOnlyHint === true && <Badge>{translate("hint.readOnly")}</Badge>}
            {annotations.readOnlyHint !== true && annotations.destructiveHint === true && (
              <Badge tone="warn">{translate("hint.destructive")}</Badge>
            )}
            {annotations.openWorldHint === true && <Badge>{translate("hint.openWorld")}</Badge>}
            {tool.requiresConfirmation && <Badge>{translate("hint.confirmed")}</Badge>}
            {tool.urlPatterns?.map((pattern) => (
              <Badge key={pattern}>{pattern}</Badge>
            ))}
            {tool.offered === "by_name" && <Badge>{translate("hint.byName")}</Badge>}
            {runsCommands && sandbox !== undefined && <SandboxBadge report={sandbox} isLong />}
          </div>
          <p className="max-w-170 text-ink-2 [overflow-wrap:anywhere]">{description}</p>
        </header>
        <div className="grid grid-cols-2 gap-x-12 gap-y-6 max-[1100px]:grid-cols-1">
          <Section title={translate("use.title")}>
            <ToolFigures tool={tool} use={use} />
          </Section>
          <Section title={translate("rights.title")}>
            <ToolRights workspace={workspace} tool={tool} sandbox={sandbox} />
          </Section>
        </div>
        <Section title={translate("arguments.title")}>
          <ArgumentTable rows={tool.arguments} />
          <details>
            <summary className="link w-fit cursor-default text-12">{translate("arguments.schema")}</summary>
            <CodeBlock code={JSON.stringify(inputSchema, null, 2)} foldAfter={60} className="mt-2" />
          </details>
        </Section>
        {tool.output.length > 0 && (
          <Section title={translate("output.title")}>
            <ArgumentTable rows={tool.output} />
          </Section>
        )}
        <Section title={translate("trial.title")}>
          {canTry ? (
            <TrialForm workspace={workspace} tool={tool} />
          ) : (
            <p className="text-ink-2">{translate("trial.adminsOnly")}</p>
          )}
        </Section>
      </div>
    </div>
  );
}
