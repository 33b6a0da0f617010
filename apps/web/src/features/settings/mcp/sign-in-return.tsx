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
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: api.mcp.pathKey() });
  };
  // The row of the server is from before the sign-in. One that fails all the same says so there.
  const check = useMutation(api.mcp.check.mutationOptions({ onSettled: reload }));
  const { mutate, ...finish } = useMutation(
    api.mcp.finishSignIn.mutationOptions({
      onSuccess: ({ name, projectFolder }) => {
        check.mutate({ workspace, projectFolder, name });
      },
      onSettled: () => {
        // The code works once, and the address belongs in no history.
        router.replace(path);
        reload();
      },
    }),
  );
  useEffect(() => {
    if (isReturn) mutate({ workspace, search });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [isReturn]);
  if (finish.isPending || check.isPending) return <Note>{translate("finishing")}</Note>;
  if (finish.isError) return <FailureNote error={finish.error} />;
  return finish.isSuccess ? <Note>{translate("finished", { name: finish.data.name })}</Note> : null;
}
