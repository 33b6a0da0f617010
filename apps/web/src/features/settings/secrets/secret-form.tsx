"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { GrantFields, toGrant, type TypedGrant } from "./grant-fields.tsx";
import { ValueField } from "./value-field.tsx";

export type SecretFormProps = {
  readonly workspace: string;
  /** The tools that can use secrets. */
  readonly tools: readonly string[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
};

/** A form for a new secret. */
export function SecretForm({ workspace, tools, onSaved, onClose }: SecretFormProps): ReactElement {
  const translate = useTranslations("secrets");
  const api = useTRPC();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [value, setValue] = useState("");
  const [grant, setGrant] = useState<TypedGrant>({ tools: [], domains: "" });
  const add = useMutation(api.secrets.add.mutationOptions({ onSuccess: onSaved }));
  const submit = useSubmit(
    async () => await add.mutateAsync({ workspace, name, description, value, ...toGrant(grant) }),
  );
  return (
    <form
      onSubmit={submit}
      aria-label={translate("add")}
      className="flex flex-col gap-4 rounded-md bg-sunken p-4"
    >
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Field label={translate("name")} hint={translate("nameHint")}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoFocus
              required
              maxLength={64}
              pattern="[A-Za-z0-9][A-Za-z0-9_\-]*"
              className="font-mono"
              value={name}
              onChange={(event) => {
                setName(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={translate("description")} hint={translate("descriptionHint")}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={300}
              value={description}
              onChange={(event) => {
                setDescription(event.target.value);
              }}
            />
          )}
        </Field>
      </div>
      <ValueField label={translate("value")} value={value} onChange={setValue} />
      <GrantFields tools={tools} grant={grant} onChange={setGrant} />
      {add.isError && <FailureNote error={add.error} />}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" disabled={add.isPending || grant.tools.length === 0}>
          {translate("save")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {translate("cancel")}
        </Button>
      </div>
    </form>
  );
}
