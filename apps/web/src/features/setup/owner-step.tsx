"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { authClient } from "../../lib/auth-client.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";

const FIELDS = [
  { name: "workspaceName", type: "text", autoComplete: "organization" },
  { name: "name", type: "text", autoComplete: "name" },
  { name: "email", type: "email", autoComplete: "username" },
  { name: "password", type: "password", autoComplete: "new-password" },
] as const;
const MIN_PASSWORD_LENGTH = 12;

/** Creates the owner account and signs in. */
export function OwnerStep({ onDone }: { readonly onDone: () => void }): ReactElement {
  const translate = useTranslations("setup");
  const trpc = useTRPC();
  const [values, setValues] = useState({ workspaceName: "", name: "", email: "", password: "" });
  const create = useMutation(
    trpc.setup.createOwner.mutationOptions({
      onSuccess: async () => {
        const { error } = await authClient.signIn.email({ email: values.email, password: values.password });
        if (error === null) onDone();
        else window.location.assign("/signin");
      },
    }),
  );
  const submit = useSubmit(async () => await create.mutateAsync(values));
  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1 className="text-20 font-semibold">{translate("owner.title")}</h1>
        <p className="text-ink-2">{translate("owner.text")}</p>
      </header>
      {FIELDS.map(({ name, type, autoComplete }) => (
        <Field
          key={name}
          label={translate(`owner.${name}`)}
          hint={name === "password" ? <PasswordHint characters={[...values.password].length} /> : undefined}
        >
          {(control) => (
            <Input
              {...control}
              size="large"
              type={type}
              autoComplete={autoComplete}
              required
              minLength={name === "password" ? MIN_PASSWORD_LENGTH : 1}
              value={values[name]}
              onChange={(event) => {
                setValues({ ...values, [name]: event.target.value });
              }}
            />
          )}
        </Field>
      ))}
      {create.isError && <FailureNote error={create.error} />}
      <div>
        <Button variant="primary" size="large" type="submit" disabled={create.isPending}>
          {translate("owner.submit")}
        </Button>
      </div>
    </form>
  );
}

/** Shows the length of the password, with a mark once it is long enough. */
function PasswordHint({ characters }: { readonly characters: number }): ReactElement {
  const translate = useTranslations("setup.owner");
  return (
    <>
      {characters >= MIN_PASSWORD_LENGTH && (
        <StatusGlyph status="completed" label={translate("passwordEnough")} className="mt-0.5" />
      )}
      {translate("passwordHint", { count: characters })}
    </>
  );
}
