"use client";
import { Split } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import { toolAt } from "../state/trace-model.ts";
import { useCauseText } from "../why/end-view.tsx";
import { useOverview } from "../why/use-overview.ts";
import type { BoxData } from "./box-nodes.ts";
import { useGraphActions } from "./graph-actions.ts";
import { Caret } from "./steps-caret.tsx";
import { Lacked } from "./verdict-lacked.tsx";
import { isNarrowVerdict } from "./verdict-height.ts";
import { missingAt, verdictOf } from "./verdict-of.ts";

/**
 * Where the run first went wrong, above the line and pointing at the exact call; or the cause of its end, if it recovered from the first error. It
 * states only what is in the log.
 */
export function VerdictPanel({ view, size, caretX }: BoxData): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const { verdict } = view;
  const entries = useLog(({ model }) => model.entries);
  const { overview } = useOverview();
  const cause = useCauseText();
  if (verdict === null) return null;
  const { message, end, recovered } = verdictOf(verdict, overview?.diagnosis.findings ?? []);
  const ended = end === null ? "" : cause(end.cause, end.status);
  const broken = verdict.broken || ended;
  const name = toolAt(entries, verdict.sequence);
  // The message may begin with the name of the call, which is already in the sentence before it.
  const told = (message || view.title).replace(`${name}: `, "");
  const isNarrow = isNarrowVerdict(size.width);
  const missing = missingAt(verdict, overview?.diagnosis.findings ?? []);
  if (missing !== null)
    return (
      <section aria-label={translate("verdict")} style={size} className="flex flex-col">
        <Frame isNarrow={isNarrow} shows={missing.failedAt} caretX={caretX}>
          <Lacked missing={missing} broken={broken} />
        </Frame>
      </section>
    );
  if (end !== null && recovered)
    return (
      <section aria-label={translate("verdict")} style={size} className="flex flex-col gap-1">
        <Frame isNarrow={isNarrow} shows={end.causedAt}>
          <Broken text={[ended, end.failure?.message ?? ""].join(" ").trim()} lines={2} />
        </Frame>
        <Earlier name={name} sequence={verdict.sequence} text={told} />
      </section>
    );
  return (
    <section aria-label={translate("verdict")} style={size} className="flex flex-col">
      <Frame isNarrow={isNarrow} shows={verdict.sequence} caretX={caretX}>
        {broken !== "" && <Broken text={broken} lines={isNarrow ? 2 : 1} />}
        <p title={told} className="line-clamp-3 text-13">
          <b className="font-semibold">
            {name === ""
              ? translate("wentWrongAt", { sequence: verdict.sequence })
              : translate("callWentWrongAt", { sequence: verdict.sequence, name })}
          </b>{" "}
          {told}
        </p>
      </Frame>
    </section>
  );
}

type FrameProps = {
  readonly isNarrow: boolean;
  /** The entry that its button shows. */
  readonly shows: number;
  readonly caretX?: number | null;
  readonly children: ReactNode;
};

function Frame({ isNarrow, shows, caretX = null, children }: FrameProps): ReactElement {
  const translate = useTranslations("trace.graph");
  const { selectSequence } = useGraphActions();
  return (
    <div
      className={classNames(
        "nopan pointer-events-auto relative flex min-h-0 flex-1 gap-3 rounded-md border border-error/60 bg-page px-4 py-3",
        isNarrow && "flex-col gap-1 px-3 py-2",
      )}
    >
      {caretX !== null && <Caret x={caretX} tone="border-error/60" side="bottom" />}
      {!isNarrow && <Icon icon={Split} size={16} className="mt-0.5 flex-none text-error" />}
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      <span className={classNames("flex-none", isNarrow ? "self-start" : "self-center")}>
        <Button
          onClick={() => {
            selectSequence(shows);
          }}
        >
          {translate("showEntry", { sequence: shows })}
        </Button>
      </span>
    </div>
  );
}

function Broken({ text, lines }: { readonly text: string; readonly lines: 1 | 2 }): ReactElement {
  return (
    <p
      title={text}
      className={classNames("text-13 font-semibold text-error", lines === 1 ? "truncate" : "line-clamp-2")}
    >
      {text}
    </p>
  );
}

type EarlierProps = { readonly name: string; readonly sequence: number; readonly text: string };

/** The first error, from which the run recovered: below the cause of its end, and separate from it. */
function Earlier({ name, sequence, text }: EarlierProps): ReactElement {
  const translate = useTranslations("trace.graph");
  const { selectSequence } = useGraphActions();
  return (
    <button
      type="button"
      title={text}
      onClick={() => {
        selectSequence(sequence);
      }}
      className="nopan pointer-events-auto h-6 flex-none truncate rounded-sm px-1 text-left text-12 text-ink-2 hover:bg-ink/4"
    >
      <span className="text-ink-3">{translate("earlierRecovered")} </span>
      {translate(name === "" ? "failedAt" : "callFailedAt", { name, sequence })}
      <span className="text-ink-3">{` · ${text}`}</span>
    </button>
  );
}
