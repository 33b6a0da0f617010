"use client";
import { Split } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import { entryAt } from "../state/trace-model.ts";
import { useCauseText } from "../why/end-view.tsx";
import { useOverview } from "../why/use-overview.ts";
import type { BoxData } from "./box-nodes.ts";
import { useGraphActions } from "./graph-actions.ts";
import { Caret } from "./steps-panel.tsx";
import { failedResults, findVerdict } from "./story-scene.ts";

/** Below this width of the graph, the button is below the text. */
const NARROW = 480;

/** Returns the height of the verdict: what is broken or ended the run, the call that went wrong first and its message, in up to three lines. */
export function verdictHeight(width: number): number {
  return width < NARROW ? 140 : 108;
}

/** Where the run first went wrong, above the line and pointing at the very call. It says only what the log says. */
export function VerdictPanel({ view, size, caretX }: BoxData): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const { model, trace } = useLog(({ model, trace }) => ({ model, trace }));
  const { selectSequence } = useGraphActions();
  const { overview } = useOverview();
  const cause = useCauseText();
  const verdict = findVerdict(model.graph, trace);
  if (verdict === null) return null;
  // The outline names the call; its message comes with the overview.
  const first = overview?.diagnosis.findings.find(({ kind }) => kind === "first_wrong");
  const message =
    first?.kind === "first_wrong" && first.sequence === verdict.sequence ? first.text : verdict.text;
  const end = overview?.diagnosis.findings.find(({ kind }) => kind === "end");
  const recovered = first?.kind === "first_wrong" && first.sequence === verdict.sequence && first.recovered;
  const ended =
    end?.kind === "end"
      ? [cause(end.cause, end.status), recovered ? (end.failure?.message ?? "") : ""].join(" ").trim()
      : "";
  const broken = failedResults(model.graph).join(" · ") || ended;
  const entry = entryAt(model.entries, verdict.sequence);
  const name = entry?.k === "tool" ? entry.name : "";
  // The message may begin with the name of the call, which the sentence before it says.
  const told = (message || view.title).replace(`${name}: `, "");
  const isNarrow = size.width < NARROW;
  return (
    <section
      aria-label={translate("verdict")}
      style={size}
      className={classNames(
        "nopan pointer-events-auto relative flex gap-3 rounded-md border border-error/60 bg-page px-4 py-3",
        isNarrow && "flex-col gap-1 px-3 py-2",
      )}
    >
      {caretX !== null && <Caret x={caretX} tone="border-error/60" side="bottom" />}
      {!isNarrow && <Icon icon={Split} size={16} className="mt-0.5 flex-none text-error" />}
      <div className="flex min-w-0 flex-1 flex-col">
        {broken !== "" && (
          <p
            title={broken}
            className={classNames(
              "text-13 font-semibold text-error",
              recovered && !isNarrow ? "line-clamp-2" : "truncate",
            )}
          >
            {broken}
          </p>
        )}
        <p
          title={told}
          className={classNames("text-13", isNarrow || recovered ? "line-clamp-2" : "line-clamp-3")}
        >
          <b className="font-semibold">
            {name === ""
              ? translate("wentWrongAt", { sequence: verdict.sequence })
              : translate("callWentWrongAt", { sequence: verdict.sequence, name })}
          </b>{" "}
          {recovered && <span className="text-ink-2">{translate("wentOn")} </span>}
          {told}
        </p>
      </div>
      <span className={classNames("flex-none", isNarrow ? "self-start" : "self-center")}>
        <Button
          onClick={() => {
            selectSequence(verdict.sequence);
          }}
        >
          {translate("showEntry", { sequence: verdict.sequence })}
        </Button>
      </span>
    </section>
  );
}
