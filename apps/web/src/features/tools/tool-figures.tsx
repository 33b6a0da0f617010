"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import type { ListedTool, ShownTool } from "./tool-type.ts";

/** How often runs called a tool in 30 days, how often that failed, how long it took, and its limits. */
export function ToolFigures({
  tool,
  use,
}: {
  readonly tool: ShownTool;
  readonly use: ListedTool["use"];
}): ReactElement {
  const translate = useTranslations("tools.use");
  const format = useFormat();
  const ran = use === null ? 0 : use.calls - use.denied;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
      <dt className="text-ink-2">{translate("calls")}</dt>
      <dd>{translate("callsText", { calls: use?.calls ?? 0, runs: use?.runs ?? 0 })}</dd>
      {use !== null && ran > 0 && (
        <>
          <dt className="text-ink-2">{translate("failed")}</dt>
          <dd>{translate("failedText", { failed: use.failed, share: format.share(use.failed / ran) })}</dd>
          <dt className="text-ink-2">{translate("takes")}</dt>
          <dd>{translate("takesText", { time: format.duration(use.meanMs) })}</dd>
        </>
      )}
      {use !== null && use.denied > 0 && (
        <>
          <dt className="text-ink-2">{translate("denied")}</dt>
          <dd>{translate("deniedText", { denied: use.denied })}</dd>
        </>
      )}
      <dt className="text-ink-2">{translate("limit")}</dt>
      <dd>{tool.timeLimitMs === null ? translate("ownLimit") : format.duration(tool.timeLimitMs)}</dd>
      <dt className="text-ink-2">{translate("results")}</dt>
      <dd>{translate(tool.isTrusted ? "trusted" : "untrusted")}</dd>
      {tool.fillsSecrets && (
        <>
          <dt className="text-ink-2">{translate("secrets")}</dt>
          <dd>{translate("fillsSecrets")}</dd>
        </>
      )}
    </dl>
  );
}
