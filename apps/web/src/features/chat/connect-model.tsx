"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { SCRIPTED_DEMO } from "../../lib/scripted-demo.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";

/** The two choices for a workspace without a model: connect one, or explore with the scripted demo, which becomes the default model. */
export function ConnectModel({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("chat.empty");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const chooseDemo = useMutation(
    api.models.setDefault.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.models.list.pathKey() });
      },
    }),
  );
  return (
    <>
      <p className="text-15 text-ink-2">{translate("noModel")}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`/w/${encodeURIComponent(workspace)}/settings/models`} variant="primary">
          {translate("connect")}
        </ButtonLink>
        <Button
          disabled={chooseDemo.isPending}
          onClick={() => {
            chooseDemo.mutate({ workspace, reference: SCRIPTED_DEMO });
          }}
        >
          {translate("useDemo")}
        </Button>
      </div>
      {chooseDemo.error !== null && <FailureNote error={chooseDemo.error} />}
    </>
  );
}
