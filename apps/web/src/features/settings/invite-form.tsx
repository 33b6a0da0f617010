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
import { Select } from "../../ui/select.tsx";
import { isRole, grantableRoles } from "./role-choices.ts";
import type { RoleName } from "./role-choices.ts";

export type InvitationLink = { readonly email: string; readonly path: string; readonly expiresAt: number };
export type InviteFormProps = {
  readonly workspace: string;
  /** The role of the inviting member. */
  readonly role: RoleName;
  readonly onCreated: (link: InvitationLink) => void;
  readonly onClose: () => void;
};

/** A form with the email address and role of a new member. Creates a link; no email is sent. */
export function InviteForm({ workspace, role, onCreated, onClose }: InviteFormProps): ReactElement {
  const translate = useTranslations("settings");
  const api = useTRPC();
  const [email, setEmail] = useState("");
  const [inviteeRole, setInviteeRole] = useState<RoleName>("member");
  const create = useMutation(
    api.invitations.create.mutationOptions({
      onSuccess: ({ path, expiresAt }) => {
        onCreated({ email, path, expiresAt });
      },
    }),
  );
  const submit = useSubmit(async () => await create.mutateAsync({ workspace, email, role: inviteeRole }));
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-md bg-sunken p-4">
      <div className="grid grid-cols-[minmax(0,1fr)_160px] gap-4 phone:grid-cols-1">
        <Field label={translate("invite.email")}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              autoFocus
              required
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={translate("invite.role")}>
          {(control) => (
            <Select
              {...control}
              value={inviteeRole}
              onChange={(event) => {
                if (isRole(event.target.value)) setInviteeRole(event.target.value);
              }}
            >
              {grantableRoles(role).map((choice) => (
                <option key={choice} value={choice}>
                  {translate(`roles.${choice}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <p className="text-12 text-ink-2">{translate("invite.noMail")}</p>
      {create.isError && <FailureNote error={create.error} />}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" disabled={create.isPending}>
          {translate("invite.create")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {translate("invite.cancel")}
        </Button>
      </div>
    </form>
  );
}
