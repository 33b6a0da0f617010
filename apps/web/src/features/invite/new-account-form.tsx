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

const MIN_PASSWORD_LENGTH = 12;

/** Creates the account of an invitation, joins the workspace and signs in. */
export function NewAccountForm({
  token,
  email,
}: {
  readonly token: string;
  readonly email: string;
}): ReactElement {
  const translate = useTranslations("invite");
  const api = useTRPC();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const create = useMutation(
    api.invitations.createAccount.mutationOptions({
      onSuccess: async (joined) => {
        const { error } = await authClient.signIn.email({ email: joined.email, password });
        const chat = `/w/${encodeURIComponent(joined.workspace)}/chat`;
        window.location.assign(error === null ? chat : "/signin");
      },
    }),
  );
  const submit = useSubmit(async () => await create.mutateAsync({ token, name, password }));
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="[overflow-wrap:anywhere]">{translate("newAccount", { email })}</p>
      {/* Password managers store the password under this email address. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field label={translate("name")}>
        {(control) => (
          <Input
            {...control}
            size="large"
            autoComplete="name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        )}
      </Field>
      <Field label={translate("password")} hint={translate("passwordHint")}>
        {(control) => (
          <Input
            {...control}
            size="large"
            type="password"
            autoComplete="new-password"
            required
            minLength={MIN_PASSWORD_LENGTH}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
            }}
          />
        )}
      </Field>
      {create.isError && <FailureNote error={create.error} />}
      <div>
        <Button variant="primary" size="large" type="submit" disabled={create.isPending}>
          {translate("create")}
        </Button>
      </div>
    </form>
  );
}
