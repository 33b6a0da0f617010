"use client";
import { EXPLORE_TOOL } from "@goaltrace/core/log";
import { Ban } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { lastLines } from "../../lib/last-lines.ts";
import { useFormat } from "../../lib/use-format.ts";
import { LiveDot } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Duration } from "../../ui/time.tsx";
import type { CallStatus, ToolRow } from "./chat-turn.ts";
import type { ChildRowsProps } from "./child-rows.tsx";
import type { ResultImagesProps } from "./result-images.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { traceHref } from "../../lib/trace-address.ts";
import { outcomeText } from "./outcome-text.ts";
import { ToolOutput } from "./tool-output.tsx";
import { toolIcon } from "../../ui/tool-icon.ts";

/** Few turns start sub-agents or return images, so the code of these loads when it is needed. */
const ChildRows = onDemand<ChildRowsProps>(async () => (await import("./child-rows.tsx")).ChildRows);
const ResultImages = onDemand<ResultImagesProps>(
  async () => (await import("./result-images.tsx")).ResultImages,
  // As high as the thumbnails.
  <div className="h-26" />,
);

type GroupProps = {
  readonly rows: readonly ToolRow[];
  readonly workspace: string;
  readonly traceId: string;
  /** Whether a budget or limits of the run hold for its sub-agents too. */
  readonly isLimited: boolean;
};

/** Consecutive tool calls in one box. Each row expands in place; a running call shows its last lines. */
export const ToolGroup = memo(function ToolGroup({
  rows,
  workspace,
  traceId,
  isLimited,
}: GroupProps): ReactElement {
  const translate = useTranslations("chat.tool");
  return (
    <ul
      aria-label={translate("group")}
      className="overflow-hidden rounded-md border border-line phone:rounded-none phone:border-x-0"
    >
      {rows.map((row) => (
        <li key={row.id} className="border-line not-first:border-t">
          <ToolCallRow row={row} workspace={workspace} traceId={traceId} />
          {row.images.length > 0 && (
            <ResultImages
              workspace={workspace}
              name={row.name}
              images={row.images}
              href={traceHref(workspace, traceId, { sequence: row.sequence })}
            />
          )}
          {row.children.length > 0 && (
            <ChildRows
              workspace={workspace}
              traceId={traceId}
              rows={row.children}
              isMerged={row.name === EXPLORE_TOOL}
              isLimited={isLimited}
            />
          )}
        </li>
      ))}
    </ul>
  );
});

const ToolCallRow = memo(function ToolCallRow({
  row,
  workspace,
  traceId,
}: {
  readonly row: ToolRow;
  readonly workspace: string;
  readonly traceId: string;
}): ReactElement {
  const [open, setOpen] = useState(false);
  const agents = useTranslations("agents");
  const [child] = row.children;
  const branches = child?.branches ?? null;
  const argument = child === undefined ? row.argument : child.task;
  return (
    <div>
      <details
        onToggle={(event) => {
          setOpen(event.currentTarget.open);
        }}
      >
        <summary className="grid h-8 list-none grid-cols-[16px_auto_minmax(0,1fr)_auto_16px] items-center gap-2 px-[15px] text-12 -outline-offset-2 hover:bg-ink/3 phone:h-11 pointer-coarse:h-11 [&::-webkit-details-marker]:hidden">
          <Icon icon={toolIcon(row.name)} className="text-ink-3" />
          <span className="truncate">{row.name}</span>
          <span
            className={classNames("truncate text-ink-2", row.children.length === 0 && "font-mono")}
            title={argument}
          >
            {branches === null
              ? argument
              : agents("branches", { count: branches.count, merge: branches.merge })}
          </span>
          <span className="flex min-w-0 items-center gap-3 whitespace-nowrap text-ink-2">
            <EditedMark row={row} />
            <Outcome row={row} />
            <RowDuration row={row} />
          </span>
          <CallGlyph row={row} />
        </summary>
        {open && <ToolOutput row={row} workspace={workspace} traceId={traceId} />}
      </details>
      {/* Beside the details: nothing inside closed ones is shown. */}
      {!open && row.reason !== "" && (
        <p className="-mt-1 pr-[15px] pb-2 pl-[39px] text-12 text-error [overflow-wrap:anywhere]">
          {row.reason}
        </p>
      )}
      {!open && row.liveOutput !== null && <LastOutput text={row.liveOutput.text} />}
    </div>
  );
});

/** Says that a person changed the call, which the row shows as it ran. */
function EditedMark({ row }: { readonly row: ToolRow }): ReactElement | null {
  const translate = useTranslations("chat.tool");
  if (row.original === null) return null;
  return <span title={translate("original", { argument: row.original })}>{translate("edited")}</span>;
}

function Outcome({ row }: { readonly row: ToolRow }): ReactElement | null {
  const translate = useTranslations("chat.tool");
  if (row.lines !== null) {
    return (
      <span className="phone:hidden">
        <span className="text-ok">{translate("added", { count: row.lines.added })}</span>{" "}
        <span className="text-error">{translate("removed", { count: row.lines.removed })}</span>
      </span>
    );
  }
  if (row.title === "" || row.reason !== "") return null;
  const { text, isAnswer } = outcomeText({ ...row, output: row.output.text });
  if (text === "") return null;
  return (
    <span
      title={row.title}
      className={classNames(
        "truncate",
        isAnswer ? "max-w-80 text-ink phone:max-w-40" : "max-w-56 phone:hidden",
      )}
    >
      {text}
    </span>
  );
}

function RowDuration({ row }: { readonly row: ToolRow }): ReactElement | null {
  const format = useFormat();
  if (row.status === "running" && row.startedAt !== null)
    return <Duration startedAt={row.startedAt} endedAt={null} />;
  return row.durationMs === null ? null : <span>{format.duration(row.durationMs)}</span>;
}

function CallGlyph({ row }: { readonly row: ToolRow }): ReactElement {
  const translate = useTranslations("chat.tool.status");
  const refusal = useTranslations("common.refusal");
  const label = row.refusal === null ? translate(row.status) : refusal(row.refusal);
  return (
    <span className="grid place-items-center" title={label}>
      <Glyph status={row.status} />
      <span className="sr-only">{label}</span>
    </span>
  );
}

function Glyph({ status }: { readonly status: CallStatus }): ReactElement {
  switch (status) {
    case "waiting":
      return <StatusGlyph status="pending" decorative />;
    case "running":
      return <LiveDot />;
    case "ok":
      return <></>;
    case "error":
      return <StatusGlyph status="failed" decorative />;
    case "denied":
      return <Icon icon={Ban} size={14} className="text-warn" />;
    case "cancelled":
      return <StatusGlyph status="cancelled" decorative />;
    case "interrupted":
      return <StatusGlyph status="interrupted" decorative />;
  }
}

/** Output lines that a collapsed row of a running tool shows. */
const PREVIEW_LINES = 2;

/** Always two lines high, so that a running row keeps its height. */
function LastOutput({ text }: { readonly text: string }): ReactElement {
  return (
    <div className="h-11 overflow-hidden pr-[15px] pb-2 pl-[39px] font-mono text-12 text-ink-3">
      {lastLines(text, PREVIEW_LINES).lines.map((line, index) => (
        <div key={index} className="truncate">
          {line}
        </div>
      ))}
    </div>
  );
}
