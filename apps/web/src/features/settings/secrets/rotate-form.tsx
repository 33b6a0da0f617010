"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import type { RouterOutputs } from "../../../lib/trpc.tsx";
import { useSubmit } from "../../../lib/use-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { GrantFields, toGrant } from "./grant-fields.tsx";
import { ValueField } from "./value-field.tsx";

export type RotateFormProps = {
  readonly workspace: string;
  readonly secret: Pick<RouterOutputs["secrets"]["list"]["items"][number], "name" | "tools" | "domains">;
  readonly tools: readonly string[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
};

/** A form for the next value of a secret, and for the tools and domains that may use it. */
export function RotateForm({ workspace, secret, tools, onSaved, onClose }: RotateFormProps): ReactElement {
  const translate = useTranslations("secrets");
  const api = useTRPC();
  const { name } = secret;
  const [value, setValue] = useState("");
  const [grant, setGrant] = useState({ tools: secret.tools, domains: secret.domains.join("\n") });
  const rotate = useMutation(api.secrets.rotate.mutationOptions({ onSuccess: onSaved }));
  const submit = useSubmit(
    async () => await rotate.mutateAsync({ workspace, name, value, grant: toGrant(grant) }),
  );
  return (
    <form
      onSubmit={submit}
      aria-label={translate("rotateTitle", { name })}
      className="flex flex-col gap-4 rounded-md bg-sunken p-4"
    >
      <p className="text-ink-2">{translate("rotateText")}</p>
      <ValueField label={translate("newValue")} value={value} autoFocus onChange={setValue} />
      <GrantFields tools={tools} grant={grant} onChange={setGrant} />
      {rotate.isError && <FailureNote error={rotate.error} />}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" disabled={rotate.isPending || grant.tools.length === 0}>
          {translate("saveRotation")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {translate("cancel")}
        </Button>
      </div>
    </form>
  );
}
