"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type Scope = RouterOutputs["keys"]["list"]["scopes"][number];

export type KeyFormProps = {
  readonly workspace: string;
  /** Scopes that this person may grant to a key. */
  readonly scopes: readonly Scope[];
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
};

/** A form with the name and scopes of a new key. */
export function KeyForm({ workspace, scopes, onCreated, onClose }: KeyFormProps): ReactElement {
  const translate = useTranslations("settings.keys");
  const api = useTRPC();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>(["read"]);
  const create = useMutation(
    api.keys.create.mutationOptions({
      onSuccess: ({ secret }) => {
        onCreated(secret);
      },
    }),
  );
  const submit = useSubmit(async () => await create.mutateAsync({ workspace, name, scopes: [...chosen] }));
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-md bg-sunken p-4">
      <Field label={translate("name")} hint={translate("nameHint")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoFocus
            required
            maxLength={100}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-12 font-semibold">{translate("scopes")}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            checked={chosen.includes(scope)}
            onChange={(event) => {
              const others = chosen.filter((value) => value !== scope);
              setChosen(event.target.checked ? [...others, scope] : others);
            }}
          >
            <span className="font-mono text-12">{scope}</span>{" "}
            <span className="text-ink-2">{translate(`scope.${scope}`)}</span>
          </Checkbox>
        ))}
      </fieldset>
      {create.isError && <FailureNote error={create.error} />}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" disabled={create.isPending || chosen.length === 0}>
          {translate("create")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {translate("cancel")}
        </Button>
      </div>
    </form>
  );
}
