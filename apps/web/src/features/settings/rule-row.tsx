"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Link } from "../../ui/link.tsx";
import { conversationHref } from "../../lib/conversation-address.ts";
import { useToast } from "../../ui/toast.tsx";
import { RuleForm } from "./rule-form.tsx";
import { EFFECT_TONES, EFFECTS, readPlace } from "./rule-place.ts";

export type StoredRule = RouterOutputs["permissions"]["rules"][number];

export type RuleRowProps = {
  readonly workspace: string;
  readonly rule: StoredRule;
  readonly onChanged: () => void;
};

/** One stored rule with its place and author. Removing takes effect at once and can be undone. */
export function RuleRow({ workspace, rule, onChanged }: RuleRowProps): ReactElement {
  const translate = useTranslations("permissions.row");
  const format = useFormat();
  const api = useTRPC();
  const showToast = useToast();
  const [isEditing, setIsEditing] = useState(false);
  const { id, effect, text, layer, target, conversation } = rule;
  const restore = useMutation(api.permissions.addRule.mutationOptions({ onSettled: onChanged }));
  const remove = useMutation(
    api.permissions.removeRule.mutationOptions({
      onSettled: onChanged,
      onSuccess: () => {
        showToast({
          text: translate("removed", { rule: text }),
          undo: () => {
            const place = readPlace(`${layer}:${target}`);
            restore.mutate({ workspace, place, effect, rule: withoutEffect(text) });
          },
        });
      },
    }),
  );
  if (isEditing) {
    return (
      <li className="border-b border-line py-2 last:border-b-0">
        <RuleForm
          workspace={workspace}
          rule={{ id, effect, text: withoutEffect(text), place: readPlace(`${layer}:${target}`) }}
          mayChangeWorkspace={rule.mayChange}
          conversation={conversation}
          onClose={(hasChanged) => {
            setIsEditing(false);
            if (hasChanged) onChanged();
          }}
        />
      </li>
    );
  }
  const facts = translate("facts", {
    known: rule.personName === "" ? "no" : "yes",
    person: rule.personName,
    at: format.moment(rule.createdAt),
  });
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1 phone:basis-full">
        <RuleText text={text} />
        <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
          {layer === "agent" && `${translate("agent", { agent: target })} · `}
          {conversation !== null && (
            <>
              <Link href={conversationHref(workspace, conversation.id)} className="link">
                {conversation.title || translate("untitled")}
              </Link>
              {" · "}
            </>
          )}
          {facts}
        </p>
      </div>
      {rule.mayChange && (
        <>
          <Button
            variant="ghost"
            aria-label={translate("editNamed", { rule: text })}
            onClick={() => {
              setIsEditing(true);
            }}
          >
            {translate("edit")}
          </Button>
          <Button
            variant="danger"
            aria-label={translate("removeNamed", { rule: text })}
            disabled={remove.isPending}
            onClick={() => {
              remove.mutate({ workspace, id });
            }}
          >
            {translate("remove")}
          </Button>
        </>
      )}
      {remove.isError && <FailureNote error={remove.error} />}
    </li>
  );
}

/** A rule as people write it, its effect as a badge. */
export function RuleText({ text }: { readonly text: string }): ReactElement {
  const translate = useTranslations("permissions.effects");
  const effect = EFFECTS.find((each) => text.startsWith(`${each} `)) ?? "deny";
  return (
    <span className="inline-flex max-w-full items-baseline gap-2">
      <Badge tone={EFFECT_TONES[effect]}>{translate(effect)}</Badge>
      <code className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">{withoutEffect(text)}</code>
    </span>
  );
}

function withoutEffect(text: string): string {
  return text.slice(text.indexOf(" ") + 1);
}
