"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { parseTarget } from "@goaltrace/core/permissions";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { EFFECTS, readPlace, writePlace } from "./rule-place.ts";
import type { Effect, RulePlace } from "./rule-place.ts";
import { RuleTrial } from "./rule-trial.tsx";

export type RuleFormProps = {
  readonly workspace: string;
  /** The rule to change; null for a new one. `text` is without its effect. */
  readonly rule: {
    readonly id: string;
    readonly effect: Effect;
    readonly text: string;
    readonly place: RulePlace;
  } | null;
  readonly mayChangeWorkspace: boolean;
  /** A conversation to which a new rule may apply, in addition to recent ones. */
  readonly conversation: { readonly id: string; readonly title: string } | null;
  readonly onClose: (hasChanged: boolean) => void;
};

const EXAMPLE = "write_file(src/**)";

/** A form for a new or changed rule. Checks the rule while the person types, and tries it on the log before it is saved. */
export function RuleForm(props: RuleFormProps): ReactElement {
  const { workspace, rule, mayChangeWorkspace, conversation, onClose } = props;
  const translate = useTranslations("permissions.form");
  const effectName = useTranslations("permissions.effects");
  const api = useTRPC();
  const [effect, setEffect] = useState<Effect>(rule?.effect ?? "deny");
  const [text, setText] = useState(rule?.text ?? "");
  const [chosen, setChosen] = useState<string | null>(null);
  const tools = useQuery(api.permissions.tools.queryOptions({ workspace }));
  const agents = useQuery(
    api.agents.list.queryOptions({ workspace, folderId: null }, { enabled: mayChangeWorkspace }),
  );
  const recent = useQuery(api.conversations.list.queryOptions({ workspace }, { enabled: rule === null }));
  const conversations = [
    ...(conversation === null ? [] : [conversation]),
    ...(recent.data?.items ?? []).filter(({ id }) => id !== conversation?.id),
  ];
  const places: readonly RulePlace[] = [
    ...(conversation === null ? [] : [{ layer: "conversation", target: conversation.id } as const]),
    ...(mayChangeWorkspace
      ? [
          { layer: "workspace" } as const,
          ...(agents.data?.items ?? []).map(({ name }) => ({ layer: "agent", target: name }) as const),
        ]
      : []),
    ...conversations
      .filter(({ id }) => id !== conversation?.id)
      .map(({ id }) => ({ layer: "conversation", target: id }) as const),
  ];
  const [first] = places;
  const value =
    rule === null ? (chosen ?? (first === undefined ? "" : writePlace(first))) : writePlace(rule.place);
  const place = readPlace(value);
  const parsed = parseTarget(text);
  const problem =
    text.trim() !== "" && "problem" in parsed
      ? translate(`problems.${parsed.code}`)
      : !("problem" in parsed) && tools.data !== undefined && !isKnownTool(parsed.tool, tools.data)
        ? translate("problems.unknown_tool", { tool: parsed.tool })
        : null;
  const isValid = problem === null && text.trim() !== "" && value !== "";
  const options = {
    onSuccess: () => {
      onClose(true);
    },
  };
  const add = useMutation(api.permissions.addRule.mutationOptions(options));
  const change = useMutation(api.permissions.changeRule.mutationOptions(options));
  const submit = useSubmit(async () => {
    if (!isValid) return;
    const content = { workspace, effect, rule: text.trim() };
    await (rule === null
      ? add.mutateAsync({ ...content, place })
      : change.mutateAsync({ ...content, id: rule.id }));
  });
  const error = add.error ?? change.error;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-md bg-sunken p-4">
      <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-4 phone:grid-cols-1">
        <Field label={translate("effect")}>
          {(control) => (
            <Select
              {...control}
              value={effect}
              onChange={(event) => {
                setEffect(EFFECTS.find((each) => each === event.target.value) ?? "deny");
              }}
            >
              {EFFECTS.map((each) => (
                <option key={each} value={each}>
                  {effectName(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={translate("rule")} hint={translate("ruleHint")} error={problem}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-12"
              placeholder={EXAMPLE}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
              }}
            />
          )}
        </Field>
      </div>
      {rule === null && (
        <Field label={translate("place")} hint={mayChangeWorkspace ? undefined : translate("placeHint")}>
          {(control) => (
            <Select
              {...control}
              value={value}
              onChange={(event) => {
                setChosen(event.target.value);
              }}
            >
              {places.map((each) => (
                <option key={writePlace(each)} value={writePlace(each)}>
                  {each.layer === "workspace"
                    ? translate("workspace")
                    : each.layer === "agent"
                      ? translate("agent", { agent: each.target })
                      : translate("conversation", {
                          title:
                            conversations.find(({ id }) => id === each.target)?.title ||
                            translate("untitled"),
                        })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {error !== null && <FailureNote error={error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" type="submit" disabled={!isValid || add.isPending || change.isPending}>
          {translate(rule === null ? "add" : "save")}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            onClose(false);
          }}
        >
          {translate("cancel")}
        </Button>
      </div>
      {isValid && (
        <RuleTrial
          key={`${effect} ${text} ${value}`}
          workspace={workspace}
          proposed={{ place, effect, rule: text.trim() }}
        />
      )}
    </form>
  );
}

function isKnownTool(pattern: string, tools: readonly { readonly name: string }[]): boolean {
  const prefix = pattern.endsWith("*") ? pattern.slice(0, -1) : null;
  return tools.some(({ name }) => (prefix === null ? name === pattern : name.startsWith(prefix)));
}
