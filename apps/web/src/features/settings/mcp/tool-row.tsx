"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChangedLineList } from "../../../ui/changed-line-list.tsx";
import { changedLines } from "../../../ui/changed-lines.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import type { Tone } from "../../../ui/status.ts";
import { definitionText, showHidden } from "./definition-text.ts";
import type { ServerPlace, ShownTool } from "./server-type.ts";
import { ToolTrial } from "./tool-trial.tsx";

export type ToolRowProps = {
  readonly place: ServerPlace;
  readonly tool: ShownTool;
  readonly isPending: boolean;
  readonly onApprove: () => void;
  readonly onWithdraw: () => void;
};

const STATE_TONES = {
  approved: "ok",
  new: "wait",
  changed: "warn",
  gone: "muted",
} as const satisfies Readonly<Record<ShownTool["state"], Tone>>;

/** A tool: its definition by the server, the changes since its approval, and the decision. */
export function ToolRow({
  place,
  tool: shown,
  isPending,
  onApprove,
  onWithdraw,
}: ToolRowProps): ReactElement {
  const translate = useTranslations("mcp.tool");
  const [open, setOpen] = useState<"definition" | "trial" | null>(null);
  const { tool, name, state, live, approved } = shown;
  const definition = live ?? approved;
  const toggle = (panel: "definition" | "trial"): void => {
    setOpen(open === panel ? null : panel);
  };
  return (
    <li className="flex flex-col gap-2 border-b border-line py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-80 phone:basis-full">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-mono [overflow-wrap:anywhere]">{showHidden(name)}</span>
            <Badge tone={STATE_TONES[state]}>{translate(`states.${state}`)}</Badge>
          </div>
          {definition?.description !== undefined && (
            <p className="line-clamp-2 text-12 text-ink-2 [overflow-wrap:anywhere]">
              {showHidden(definition.description)}
            </p>
          )}
        </div>
        <Button
          variant="ghost"
          aria-expanded={open === "definition"}
          aria-label={translate("definitionNamed", { tool })}
          onClick={() => {
            toggle("definition");
          }}
        >
          {translate("definition")}
        </Button>
        <Button
          variant="ghost"
          aria-expanded={open === "trial"}
          aria-label={translate("tryNamed", { tool })}
          disabled={live === null}
          onClick={() => {
            toggle("trial");
          }}
        >
          {translate("try")}
        </Button>
        {(state === "new" || state === "changed") && (
          <Button
            aria-label={translate(state === "new" ? "approveNamed" : "approveChangeNamed", { tool })}
            disabled={isPending}
            onClick={onApprove}
          >
            {translate(state === "new" ? "approve" : "approveChange")}
          </Button>
        )}
        {state !== "new" && (
          <Button
            variant="danger"
            aria-label={translate("withdrawNamed", { tool })}
            disabled={isPending}
            onClick={onWithdraw}
          >
            {translate("withdraw")}
          </Button>
        )}
      </div>
      {state === "changed" && <Change tool={shown} />}
      {open === "definition" && definition !== null && <CodeBlock code={definitionText(definition)} wrap />}
      {open === "trial" && live !== null && <ToolTrial place={place} tool={tool} schema={live.inputSchema} />}
    </li>
  );
}

/** The difference to what was approved. Until the decision, calls of the tool are refused. */
function Change({ tool: { approved, live } }: { readonly tool: ShownTool }): ReactElement {
  const translate = useTranslations("mcp.tool");
  const [before, after] = [approved, live].map((one) => (one === null ? "" : definitionText(one)));
  const lines = changedLines(before ?? "", after ?? "");
  if (lines.length > 0)
    return (
      <>
        <p className="text-12 text-ink-2">{translate("changedText")}</p>
        <ChangedLineList lines={lines} />
      </>
    );
  return <p className="text-12 text-ink-2">{translate(before === after ? "renamed" : "reordered")}</p>;
}
