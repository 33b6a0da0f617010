"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

/** Registers the project folder of the tools, or skips the step. */
export function FolderStep({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("setup.folder");
  const trpc = useTRPC();
  const [path, setPath] = useState("");
  const chat = `/w/${encodeURIComponent(workspace)}/chat`;
  const add = useMutation(
    trpc.folders.add.mutationOptions({
      onSuccess: () => {
        window.location.assign(chat);
      },
    }),
  );
  const addSample = useMutation(
    trpc.folders.addSample.mutationOptions({
      onSuccess: () => {
        window.location.assign(chat);
      },
    }),
  );
  const isBusy = add.isPending || addSample.isPending;
  const failed = add.error ?? addSample.error;
  const submit = useSubmit(async () => {
    const name = path.split("/").filter(Boolean).at(-1) ?? path;
    await add.mutateAsync({ workspace, name, path });
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1 className="text-20 font-semibold">{translate("title")}</h1>
        <p className="text-ink-2">{translate("text")}</p>
      </header>
      <Field label={translate("path")} hint={translate("hint")}>
        {(control) => (
          <Input
            {...control}
            size="large"
            required
            value={path}
            onChange={(event) => {
              setPath(event.target.value);
            }}
          />
        )}
      </Field>
      {failed !== null && <FailureNote error={failed} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="large" type="submit" disabled={isBusy}>
          {translate("submit")}
        </Button>
        <Button
          size="large"
          disabled={isBusy}
          title={translate("sampleText")}
          onClick={() => {
            addSample.mutate({ workspace });
          }}
        >
          {translate("sample")}
        </Button>
        <ButtonLink variant="ghost" size="large" href={chat}>
          {translate("skip")}
        </ButtonLink>
      </div>
    </form>
  );
}
