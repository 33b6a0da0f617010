"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Note } from "../../../ui/note.tsx";

/** Completes the sign-in from which a person returns, if the address of the page contains one, and shows the result. */
export function SignInReturn({ workspace }: { readonly workspace: string }): ReactElement | null {
  const translate = useTranslations("mcp.signIn");
  const api = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const path = usePathname();
  const search = useSearchParams().toString();
  const isReturn = new URLSearchParams(search).has("state");
  const { mutate, ...finish } = useMutation(
    api.mcp.finishSignIn.mutationOptions({
      onSettled: () => {
        // The code works once, and the address belongs in no history.
        router.replace(path);
        void queries.invalidateQueries({ queryKey: api.mcp.pathKey() });
      },
    }),
  );
  useEffect(() => {
    if (isReturn) mutate({ workspace, search });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [isReturn]);
  if (finish.isPending) return <Note>{translate("finishing")}</Note>;
  if (finish.isError) return <FailureNote error={finish.error} />;
  return finish.isSuccess ? <Note>{translate("finished", { name: finish.data.name })}</Note> : null;
}
