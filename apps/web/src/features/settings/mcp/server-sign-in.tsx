"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import type { ServerPlace, ShownServer } from "./server-type.ts";

export type ServerSignInProps = {
  readonly place: ServerPlace;
  readonly state: NonNullable<ShownServer["signIn"]>;
  readonly onChanged: () => void;
};

/** Signing in to a server at an address: the browser opens its authorization server, which redirects back to this page. */
export function ServerSignIn({ place, state, onChanged }: ServerSignInProps): ReactElement {
  const translate = useTranslations("mcp.signIn");
  const api = useTRPC();
  const start = useMutation(
    api.mcp.startSignIn.mutationOptions({
      onSuccess: ({ address }) => {
        globalThis.location.assign(address);
      },
    }),
  );
  const end = useMutation(api.mcp.signOut.mutationOptions({ onSuccess: onChanged }));
  const { name } = place;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-12 text-ink-2">{translate(`states.${state}`)}</span>
      <Button
        aria-label={translate(state === "signed_in" ? "againNamed" : "startNamed", { name })}
        // The browser leaves the page when the mutation has succeeded.
        disabled={start.isPending || start.isSuccess}
        onClick={() => {
          start.mutate(place);
        }}
      >
        {translate(state === "signed_in" ? "again" : "start")}
      </Button>
      {state !== "none" && (
        <Button
          variant="ghost"
          aria-label={translate("endNamed", { name })}
          disabled={end.isPending}
          onClick={() => {
            end.mutate(place);
          }}
        >
          {translate("end")}
        </Button>
      )}
      {start.isError && <FailureNote error={start.error} />}
      {end.isError && <FailureNote error={end.error} />}
    </div>
  );
}
