"use client";
import { useMutation } from "@tanstack/react-query";
import { Link } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import type { InvitationLink } from "./invite-form.tsx";

type Invitation = RouterOutputs["invitations"]["list"][number];

export type OpenInvitationsProps = {
  readonly workspace: string;
  readonly invitations: readonly Invitation[];
  readonly onCreated: (link: InvitationLink) => void;
  readonly onChanged: () => void;
};

const EXPIRY_CHECK_MS = 60_000;

/** Unused invitations. A link cannot be shown again, only replaced. */
export function OpenInvitations(props: OpenInvitationsProps): ReactElement | null {
  const translate = useTranslations("settings.invite");
  if (props.invitations.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{translate("open")}</h2>
      <ul className="border-y border-line">
        {props.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} {...props} invitation={invitation} />
        ))}
      </ul>
      <p className="text-12 text-ink-2">{translate("renewHint")}</p>
    </section>
  );
}

function InvitationRow({
  workspace,
  invitation,
  onCreated,
  onChanged,
}: OpenInvitationsProps & { readonly invitation: Invitation }): ReactElement {
  const translate = useTranslations("settings.invite");
  const translateRole = useTranslations("settings.roles");
  const format = useFormat();
  const api = useTRPC();
  const now = useNow(EXPIRY_CHECK_MS);
  const { id, email, inviterName, createdAt, expiresAt } = invitation;
  const withdraw = useMutation(api.invitations.withdraw.mutationOptions({ onSuccess: onChanged }));
  const renew = useMutation(
    api.invitations.renew.mutationOptions({
      onSuccess: (renewed) => {
        onCreated({ email, path: renewed.path, expiresAt: renewed.expiresAt });
        onChanged();
      },
    }),
  );
  const facts = {
    role: translateRole(invitation.role),
    at: format.moment(createdAt),
    until: format.moment(expiresAt),
  };
  const isExpired = now !== null && expiresAt <= now;
  const failed = renew.error ?? withdraw.error;
  return (
    <li className="border-b border-line py-1 last:border-b-0">
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="block truncate">{email}</span>
          <span className={isExpired ? "block text-12 text-error" : "block text-12 text-ink-2"}>
            {isExpired
              ? translate("expired", facts)
              : inviterName === null
                ? translate("rowUnknown", facts)
                : translate("row", { ...facts, name: inviterName })}
          </span>
        </span>
        <Button
          variant="ghost"
          icon={Link}
          disabled={renew.isPending}
          onClick={() => {
            renew.mutate({ workspace, id });
          }}
        >
          {translate("renew")}
        </Button>
        <Button
          variant="ghost"
          disabled={withdraw.isPending}
          onClick={() => {
            withdraw.mutate({ workspace, id });
          }}
        >
          {translate("withdraw")}
        </Button>
      </div>
      {failed !== null && <FailureNote error={failed} />}
    </li>
  );
}
