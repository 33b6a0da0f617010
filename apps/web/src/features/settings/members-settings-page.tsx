"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { InviteForm } from "./invite-form.tsx";
import type { InvitationLink } from "./invite-form.tsx";
import { MembersTable } from "./members-table.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { OrphanedRuns } from "./orphaned-runs.tsx";
import { grantableRoles } from "./role-choices.ts";
import { RoleRights } from "./role-rights.tsx";
import { SecretLine } from "./secret-line.tsx";

const ROW_HEIGHT = 44;

/** The members and open invitations of a workspace, and the rights of each role. */
export function MembersSettingsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("settings.members");
  const api = useTRPC();
  const queries = useQueryClient();
  const members = useQuery(api.members.list.queryOptions({ workspace }));
  const role = members.data?.role;
  const canManage = role !== undefined && grantableRoles(role).length > 0;
  const invitations = useQuery(api.invitations.list.queryOptions({ workspace }, { enabled: canManage }));
  const [inviting, setInviting] = useState(false);
  const [newLink, setNewLink] = useState<InvitationLink | null>(null);
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: api.members.list.pathKey() });
    void queries.invalidateQueries({ queryKey: api.invitations.list.pathKey() });
  };
  const people = members.data?.items.length ?? 0;
  const open = invitations.data?.length ?? 0;
  return (
    <section className="flex flex-col gap-6">
      <header className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-20 font-semibold">{translate("title")}</h1>
          {members.isPending && (
            <p className="flex h-5 items-center">
              <Skeleton className="w-72 max-w-full" />
            </p>
          )}
          {members.data !== undefined && (
            <p className="text-ink-2">
              {invitations.data === undefined
                ? translate("textPlain", { people })
                : translate("text", { people, invitations: open })}
            </p>
          )}
        </div>
        {canManage && !inviting && (
          <Button
            variant="primary"
            onClick={() => {
              setInviting(true);
            }}
          >
            {translate("invite")}
          </Button>
        )}
      </header>
      {newLink !== null && (
        <InvitationLinkNote
          link={newLink}
          onClose={() => {
            setNewLink(null);
          }}
        />
      )}
      {inviting && role !== undefined && (
        <InviteForm
          workspace={workspace}
          role={role}
          onCreated={(link) => {
            setInviting(false);
            setNewLink(link);
            reload();
          }}
          onClose={() => {
            setInviting(false);
          }}
        />
      )}
      {members.isPending && <SkeletonRows rows={4} rowHeight={ROW_HEIGHT} />}
      {members.isError && <FailureNote error={members.error} call="load" />}
      {members.data !== undefined && (
        <MembersTable workspace={workspace} members={members.data} onChanged={reload} />
      )}
      {invitations.isError && <FailureNote error={invitations.error} call="load" />}
      <OpenInvitations
        workspace={workspace}
        invitations={invitations.data ?? []}
        onCreated={setNewLink}
        onChanged={reload}
      />
      {members.data !== undefined && (
        <OrphanedRuns
          workspace={workspace}
          policy={members.data.orphanedRuns}
          canChange={canManage}
          onChanged={reload}
        />
      )}
      <RoleRights />
    </section>
  );
}

function InvitationLinkNote({
  link,
  onClose,
}: {
  readonly link: InvitationLink;
  readonly onClose: () => void;
}): ReactElement {
  const translate = useTranslations("settings.invite");
  const format = useFormat();
  return (
    <Note tone="ok">
      <p>{translate("made", { email: link.email, until: format.moment(link.expiresAt) })}</p>
      <SecretLine
        text={`${window.location.origin}${link.path}`}
        label={translate("link")}
        copyLabel={translate("copy")}
      />
      <div className="mt-2">
        <Button onClick={onClose}>{translate("close")}</Button>
      </div>
    </Note>
  );
}
