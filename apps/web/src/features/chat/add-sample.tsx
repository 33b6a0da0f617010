"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";

/** For a workspace without a project folder: explains that the tours have no files to read, and adds the sample project. */
export function AddSample({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("chat.empty");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(
    api.folders.addSample.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.folders.list.pathKey() });
      },
    }),
  );
  return (
    <>
      <p className="text-ink-2">{translate("noFolder")}</p>
      <Button
        disabled={add.isPending}
        onClick={() => {
          add.mutate({ workspace });
        }}
      >
        {translate("addSample")}
      </Button>
      {add.error !== null && <FailureNote error={add.error} />}
    </>
  );
}
