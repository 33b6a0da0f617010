"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { showHidden } from "./definition-text.ts";
import type { ServerPlace, ShownServer } from "./server-type.ts";

export type ServerConsentProps = {
  readonly place: ServerPlace;
  readonly server: ShownServer;
  readonly onAllowed: () => void;
};

/** Settings of a server of a project folder, and the button that allows exactly these. */
export function ServerConsent({ place, server, onAllowed }: ServerConsentProps): ReactElement {
  const translate = useTranslations("mcp.consent");
  const api = useTRPC();
  const consent = useMutation(api.mcp.consent.mutationOptions({ onSuccess: onAllowed }));
  const { settings, settingsDigest } = server;
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-3">
      <p>{translate("text")}</p>
      <CodeBlock code={showHidden(JSON.stringify(settings, null, 2))} wrap />
      {consent.isError && <FailureNote error={consent.error} />}
      <div>
        <Button
          disabled={consent.isPending}
          onClick={() => {
            consent.mutate({ ...place, settingsDigest });
          }}
        >
          {translate("allow")}
        </Button>
      </div>
    </div>
  );
}
