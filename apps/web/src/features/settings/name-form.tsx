"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

/** Changes the person's display name. */
export function NameForm({ name }: { readonly name: string }): ReactElement {
  const translate = useTranslations("settings.account");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const [value, setValue] = useState(name);
  const update = useMutation(
    trpc.account.update.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries({ queryKey: trpc.account.get.queryKey() });
        router.refresh();
      },
    }),
  );
  const submit = useSubmit(async () => await update.mutateAsync({ name: value }));
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <Field label={translate("name")}>
        {(control) => (
          <Input
            {...control}
            required
            autoComplete="name"
            value={value}
            onChange={(event) => {
              setValue(event.target.value);
            }}
          />
        )}
      </Field>
      {update.isError && <FailureNote error={update.error} />}
      <div>
        <Button type="submit" disabled={update.isPending || value.trim() === name || value.trim() === ""}>
          {translate("saveName")}
        </Button>
      </div>
    </form>
  );
}
