"use client";
import type { GraphCall, GraphTurn } from "@goaltrace/core/graph";
import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { withoutMarkdown } from "../../../lib/without-markdown.ts";
import { CALL_STATUS } from "../../../ui/call-status.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { toolIcon } from "../../../ui/tool-icon.ts";

/** The contents of the row of a model call: its sequence, description, tokens and time. */
export function TurnContents({ turn }: { readonly turn: GraphTurn }): ReactElement {
  const translate = useTranslations("trace.edge");
  const format = useFormat();
  return (
    <>
      <span
        aria-hidden="true"
        className="z-1 ml-1 size-[7px] flex-none rounded-full border-[1.5px] border-ink-3 bg-page"
      />
      <span className="ml-2 flex-none text-ink-3">{`#${turn.sequence}`}</span>
      <span className="min-w-0 flex-1 truncate">
        {withoutMarkdown(turn.description) || translate("turnWithoutText")}
      </span>
      {turn.attempts > 1 && (
        <span className="flex flex-none items-center gap-1 text-11 text-ink-2">
          <Icon icon={RotateCw} size={12} />
          {translate("attempts", { count: turn.attempts })}
        </span>
      )}
      <span className="flex-none text-11 text-ink-3 phone:hidden">
        {translate("tokens", {
          input: format.tokens(turn.inputTokens),
          output: format.tokens(turn.outputTokens),
        })}
      </span>
      <span className="min-w-11 flex-none text-right text-11 text-ink-3">
        {format.duration(turn.durationMs)}
      </span>
    </>
  );
}

/** The contents of the row of a tool call: its tool, argument, outcome and time. */
export function CallContents({ call }: { readonly call: GraphCall }): ReactElement {
  const translate = useTranslations("trace");
  const format = useFormat();
  const failed = call.outcome === "error";
  return (
    <>
      <Icon icon={toolIcon(call.name)} size={14} className="flex-none text-ink-2" />
      <span className="flex-none font-mono text-11">{call.name || translate("edge.unnamedCall")}</span>
      <span className={classNames("min-w-0 flex-1 truncate text-11", failed ? "text-error" : "text-ink-2")}>
        {call.description}
      </span>
      {call.outcome !== "ok" && (
        <span
          className={classNames(
            "flex flex-none items-center gap-1 text-11",
            failed ? "text-error" : "text-ink-2",
          )}
        >
          <StatusGlyph status={CALL_STATUS[call.outcome]} size={12} decorative />
          {translate(`outcome.${call.outcome}`)}
        </span>
      )}
      <span className="min-w-11 flex-none text-right text-11 text-ink-3">
        {call.durationMs === null ? null : format.duration(call.durationMs)}
      </span>
    </>
  );
}
