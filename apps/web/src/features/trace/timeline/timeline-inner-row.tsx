"use client";
import type { Pause, TimedCall, WaterfallRow } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { traceHref } from "../../../lib/trace-address.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { BarLabel, callIcon } from "./call-parts.tsx";
import { useCallTexts } from "./call-words.ts";
import { Frame, type RowProps } from "./timeline-frame.tsx";
import { CallLedger } from "./timeline-ledger.tsx";

/** Those of a different log are not known here. */
const NO_PAUSES: readonly Pause[] = [];

/** A call of an unfolded sub-agent. It is an entry of a different log, to which its name links. */
export function InnerRow({
  call,
  ...props
}: RowProps & {
  readonly row: Extract<WaterfallRow, { kind: "inner" }>;
  readonly call: TimedCall;
}): ReactElement {
  const { row, context } = props;
  const translate = useTranslations("trace.timeline");
  const { workspace } = useRun();
  const { facts, isPhone } = context;
  const { whole, label, isProblem, spoken } = useCallTexts(call, {
    ...{ tip: facts.tip, spareMs: 0, together: 0, pauses: NO_PAUSES },
  });
  return (
    <Frame
      {...props}
      label={translate("innerRow", spoken)}
      title={whole}
      expanded={null}
      name={
        <>
          <Icon icon={callIcon(call)} size={14} className={isProblem ? "text-error" : "text-ink-3"} />
          <Link
            href={traceHref(workspace, row.of, { sequence: call.sequence })}
            tabIndex={-1}
            className={classNames(
              "min-w-0 truncate hover:text-accent hover:underline",
              call.kind === "tool" ? "font-mono text-11 text-ink-2" : "text-ink-2",
            )}
          >
            {whole}
          </Link>
          {isPhone && (
            <span
              className={classNames("ml-auto flex-none text-11", isProblem ? "text-error" : "text-ink-3")}
            >
              {label}
            </span>
          )}
        </>
      }
      plot={<BarLabel call={call} spareMs={0} text={label} context={context} />}
      ledger={<CallLedger call={call} context={context} />}
    />
  );
}

/** The row of an unfolded sub-agent without calls: it has not begun, or its log is loading or could not be loaded. */
export function NoteRow(
  props: RowProps & { readonly row: Extract<WaterfallRow, { kind: "note" }> },
): ReactElement {
  const translate = useTranslations("agents");
  const { agents } = props.context;
  const { of } = props.row;
  const isFailed = agents.failed.has(of);
  const text = translate(isFailed ? "stepsFailed" : agents.timings.has(of) ? "noSteps" : "stepsLoading");
  return (
    <Frame
      {...props}
      label={text}
      title={text}
      expanded={null}
      name={
        <span className={classNames("min-w-0 truncate", isFailed ? "text-error" : "text-ink-3")}>{text}</span>
      }
      plot={
        isFailed ? (
          <button
            type="button"
            onClick={(event) => {
              event.stopPropagation();
              agents.retry(of);
            }}
            className="pl-2 text-11 text-accent hover:underline"
          >
            {translate("retry")}
          </button>
        ) : null
      }
      ledger={null}
    />
  );
}
