"use client";
import { GOAL_TOOL, type ToolCall } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Note } from "../../../ui/note.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { Section } from "./facts.tsx";
import { readPlanChanges } from "./plan-changes.ts";
import { PlanChangesView } from "./plan-changes-view.tsx";
import { jsonOrText } from "./json-or-text.ts";
import { ValueTree } from "./value-tree.tsx";

type ArgumentsFormat = "rendered" | "raw";

/** Longer arguments are shown as text: a huge tree is useless and takes a second to render. Characters. */
const MAX_TREE_CHARACTERS = 200_000;

/** The arguments of a call: plan changes as sentences, everything else as a tree, and the raw text. */
export function ArgumentsView({
  call,
  title,
}: {
  readonly call: ToolCall;
  readonly title: string;
}): ReactElement {
  const translate = useTranslations("inspector.entry");
  const [format, setFormat] = useState<ArgumentsFormat>("rendered");
  const value = call.arguments.length > MAX_TREE_CHARACTERS ? call.arguments : jsonOrText(call.arguments);
  const planChanges = call.name === GOAL_TOOL ? readPlanChanges(value) : null;
  const rawArguments = call.received?.arguments;
  return (
    <Section
      title={title}
      action={
        <>
          <Segmented
            label={translate("argumentsLook")}
            value={format}
            onChange={setFormat}
            segments={[
              { value: "rendered", label: translate("rendered") },
              { value: "raw", label: translate("rawText") },
            ]}
          />
          <CopyButton text={call.arguments} label={translate("copyArguments")} />
        </>
      }
    >
      {call.problem && (
        <Note tone="error" className="mb-2">
          <p>{translate(`problem.${call.problem.kind}`)}</p>
          <p className="text-ink-2">{call.problem.message}</p>
        </Note>
      )}
      {format === "raw" ? (
        <CodeBlock code={rawArguments ?? call.arguments} wrap />
      ) : planChanges ? (
        <PlanChangesView changes={planChanges} />
      ) : (
        <ValueTree value={value} />
      )}
      {rawArguments !== undefined && rawArguments !== call.arguments && (
        <p className="mt-2 text-11 text-ink-3">{translate("repaired")}</p>
      )}
    </Section>
  );
}
