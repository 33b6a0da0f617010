"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Note } from "../../ui/note.tsx";

const MIN_PASSWORD_LENGTH = 12;
const EMPTY = { current: "", next: "" };

/** Changes the password and ends all other sessions of the person. */
export function PasswordForm(): ReactElement {
  const translate = useTranslations("settings.account");
  const trpc = useTRPC();
  const [values, setValues] = useState(EMPTY);
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: () => {
        setValues(EMPTY);
      },
    }),
  );
  const submit = useSubmit(async () => await change.mutateAsync(values));
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <Field label={translate("currentPassword")}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            required
            value={values.current}
            onChange={(event) => {
              setValues({ ...values, current: event.target.value });
            }}
          />
        )}
      </Field>
      <Field label={translate("newPassword")} hint={translate("newPasswordHint")}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            required
            minLength={MIN_PASSWORD_LENGTH}
            value={values.next}
            onChange={(event) => {
              setValues({ ...values, next: event.target.value });
            }}
          />
        )}
      </Field>
      {change.isError && <FailureNote error={change.error} />}
      {change.isSuccess && <Note tone="ok">{translate("passwordChanged")}</Note>}
      <div>
        <Button type="submit" disabled={change.isPending}>
          {translate("changePassword")}
        </Button>
      </div>
    </form>
  );
}
