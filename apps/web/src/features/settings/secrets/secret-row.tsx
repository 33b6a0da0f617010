"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { RouterOutputs } from "../../../lib/trpc.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { RotateForm } from "./rotate-form.tsx";
import { SecretUses } from "./secret-uses.tsx";

export type ShownSecret = RouterOutputs["secrets"]["list"]["items"][number];

export type SecretRowProps = {
  readonly workspace: string;
  readonly secret: ShownSecret;
  readonly tools: readonly string[];
  readonly onChanged: () => void;
};

/** A secret with its allowed destinations and its last use. Its uses, rotation and removal open below it. */
export function SecretRow({ workspace, secret, tools, onChanged }: SecretRowProps): ReactElement {
  const translate = useTranslations("secrets");
  const format = useFormat();
  const api = useTRPC();
  const [open, setOpen] = useState<"uses" | "rotate" | "remove" | null>(null);
  const remove = useMutation(api.secrets.remove.mutationOptions({ onSuccess: onChanged }));
  const { name, description, domains, version, personName, uses, lastUsedAt } = secret;
  const at = format.moment(secret.rotatedAt);
  const facts = [
    ...(domains.length === 0 ? [translate("stays")] : []),
    personName === null
      ? translate("entered", { version, at })
      : translate("enteredBy", { version, name: personName, at }),
    ...(lastUsedAt === null ? [] : [translate("lastUsed", { at: format.moment(lastUsedAt) })]),
  ];
  const toggle = (panel: "uses" | "rotate"): void => {
    setOpen(open === panel ? null : panel);
  };
  return (
    <li className="flex flex-col gap-3 border-b border-line py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-80 phone:basis-full">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-mono font-semibold [overflow-wrap:anywhere]">{name}</span>
            {secret.tools.map((tool) => (
              <Badge key={tool}>{tool}</Badge>
            ))}
          </div>
          {description !== "" && <div className="[overflow-wrap:anywhere]">{description}</div>}
          <ul className="flex flex-wrap gap-x-3 font-mono text-12 [overflow-wrap:anywhere] empty:hidden">
            {domains.map((domain) => (
              <li key={domain}>{domain === "*" ? translate("anywhere") : domain}</li>
            ))}
          </ul>
          <div className="text-12 text-ink-2">{facts.join(" · ")}</div>
        </div>
        <Button
          variant="ghost"
          aria-expanded={open === "uses"}
          disabled={uses === 0}
          onClick={() => {
            toggle("uses");
          }}
        >
          {translate("uses", { count: uses })}
        </Button>
        <Button
          aria-expanded={open === "rotate"}
          aria-label={translate("rotateNamed", { name })}
          onClick={() => {
            toggle("rotate");
          }}
        >
          {translate("rotate")}
        </Button>
        <Button
          variant="danger"
          aria-label={translate("removeNamed", { name })}
          disabled={remove.isPending}
          onClick={() => {
            setOpen("remove");
          }}
        >
          {translate("remove")}
        </Button>
      </div>
      {remove.isError && <FailureNote error={remove.error} />}
      {open === "uses" && <SecretUses workspace={workspace} name={name} />}
      {open === "rotate" && (
        <RotateForm
          {...{ workspace, secret, tools }}
          onSaved={() => {
            setOpen(null);
            onChanged();
          }}
          onClose={() => {
            setOpen(null);
          }}
        />
      )}
      {open === "remove" && (
        <ConfirmDialog
          title={translate("removeTitle", { name })}
          confirmLabel={translate("remove")}
          canConfirm
          onConfirm={() => {
            setOpen(null);
            remove.mutate({ workspace, name });
          }}
          onClose={() => {
            setOpen(null);
          }}
        >
          {translate("removeText")}
        </ConfirmDialog>
      )}
    </li>
  );
}
