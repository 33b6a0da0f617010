"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { traceHref } from "../../lib/trace-address.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Link } from "../../ui/link.tsx";
import { LiveOutput } from "../../ui/live-output.tsx";
import type { ResultText, ToolRow } from "./chat-turn.ts";
import { DiffView } from "./diff-view.tsx";
import { useWholeText } from "./use-whole-text.ts";

export type ToolOutputProps = {
  readonly row: ToolRow;
  readonly workspace: string;
  readonly traceId: string;
};

/** The body of an opened row of a call: its output so far, or its result. */
export function ToolOutput({ row, workspace, traceId }: ToolOutputProps): ReactElement {
  const translate = useTranslations("chat.tool");
  const format = useFormat();
  const pending = row.status === "waiting" || row.status === "running";
  const whole = (text: ResultText, show: (text: string) => ReactNode): ReactElement => (
    <WholeText
      entry={{ workspace, traceId, sequence: row.resultSequence ?? row.sequence }}
      start={text}
      show={show}
    />
  );
  return (
    <div className="border-t border-line bg-sunken">
      {row.original !== null && (
        <p className="border-b border-line px-[15px] py-2 text-12 text-ink-2 [overflow-wrap:anywhere]">
          {translate.rich("originalLine", {
            argument: row.original,
            code: (text) => <code className="font-mono text-ink">{text}</code>,
          })}
        </p>
      )}
      {row.liveOutput !== null ? (
        <LiveOutput name={row.name} output={row.liveOutput} className="px-[15px] py-2 text-12" />
      ) : (
        <>
          {(row.diff === null || row.sandbox !== null) &&
            whole(row.output, (text) => (
              <pre
                tabIndex={0}
                aria-label={translate("output", { name: row.name })}
                className="max-h-60 overflow-auto px-[15px] py-2 font-mono text-12 [overflow-wrap:anywhere] whitespace-pre-wrap -outline-offset-2"
              >
                {pending ? translate("noOutputYet") : text || translate("noOutput")}
              </pre>
            ))}
          {row.diff !== null && (
            <div className={row.sandbox === null ? "" : "border-t border-line"}>
              {whole(row.diff, (text) => (
                <DiffView diff={text} label={translate("changes", { name: row.argument })} />
              ))}
            </div>
          )}
        </>
      )}
      <div className="flex min-h-7 items-center gap-4 border-t border-line px-[15px] py-1 text-12 text-ink-2 phone:min-h-11">
        {!pending && <span className="min-w-0 [overflow-wrap:anywhere]">{row.title}</span>}
        {!pending && (
          <span className="flex-none">
            {translate("characters", { count: row.output.total, shown: format.count(row.output.total) })}
          </span>
        )}
        {row.sandbox !== null && (
          <span className={classNames("flex-none", row.sandbox !== "enforcing" && "text-warn")}>
            {translate(`sandbox.${row.sandbox}`)}
          </span>
        )}
        <Link
          href={traceHref(workspace, traceId, { sequence: row.sequence })}
          className="link ml-auto flex-none"
        >
          {translate("openInTrace")}
        </Link>
      </div>
    </div>
  );
}

/** Shows the start of a text at once and all of it when it has arrived; before that, how much it shows, or why the rest did not arrive. */
function WholeText({
  entry,
  start,
  show,
}: {
  readonly entry: Parameters<typeof useWholeText>[0];
  readonly start: ResultText;
  readonly show: (text: string) => ReactNode;
}): ReactElement {
  const translate = useTranslations("chat.tool");
  const format = useFormat();
  const { text, rest } = useWholeText(entry, start);
  const isLoading = rest?.state === "loading";
  return (
    <>
      {show(text)}
      {rest !== null && (
        <div className="flex flex-col items-start gap-2 border-t border-line px-[15px] py-2 text-12">
          <p>
            {translate("firstCharacters", {
              shown: format.count(text.length),
              total: format.count(start.total),
            })}
          </p>
          {rest.state === "failed" && <FailureNote error={rest.error} call="load" />}
          {/* A disabled button would lose the keyboard focus when it is pressed. */}
          <Button
            aria-disabled={isLoading}
            className="aria-disabled:cursor-default aria-disabled:bg-sunken aria-disabled:text-ink-3"
            onClick={() => {
              if (rest.state === "failed") rest.load();
            }}
          >
            {translate(isLoading ? "loadingRest" : "loadRest")}
          </Button>
        </div>
      )}
    </>
  );
}
