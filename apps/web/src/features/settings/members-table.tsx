"use client";
import { useMutation } from "@tanstack/react-query";
import { ChevronDown, Ellipsis, LogOut, UserMinus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuChoices, MenuItem } from "../../ui/menu.tsx";
import { Avatar } from "../../ui/shell/avatar.tsx";
import { Time } from "../../ui/time.tsx";
import { canChangeRole, grantableRoles } from "./role-choices.ts";

type Members = RouterOutputs["members"]["list"];
type Member = Members["items"][number];

export type MembersTableProps = {
  readonly workspace: string;
  readonly members: Members;
  readonly onChanged: () => void;
};

const HEAD = "h-7 border-b border-line-strong pr-4 font-normal text-12 text-ink-2";

/** The members of the workspace with their roles and actions. */
export function MembersTable({ workspace, members, onChanged }: MembersTableProps): ReactElement {
  const translate = useTranslations("settings.members");
  return (
    <table className="w-full table-fixed text-left">
      <thead>
        <tr>
          <th className={HEAD}>{translate("person")}</th>
          <th className={`${HEAD} w-32`}>{translate("role")}</th>
          <th className={`${HEAD} w-40 phone:hidden`}>{translate("lastHere")}</th>
          <th className={`${HEAD} w-11 pr-0`}>
            <span className="sr-only">{translate("actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.items.map((member) => (
          <MemberRow
            key={member.personId}
            workspace={workspace}
            member={member}
            members={members}
            onChanged={onChanged}
          />
        ))}
      </tbody>
    </table>
  );
}

const CELL = "h-11 border-b border-line py-1 pr-4";

function MemberRow({
  workspace,
  member,
  members,
  onChanged,
}: MembersTableProps & { readonly member: Member }): ReactElement {
  const translate = useTranslations("settings.members");
  const translateRole = useTranslations("settings.roles");
  const api = useTRPC();
  const [leaving, setLeaving] = useState(false);
  const setRole = useMutation(api.members.setRole.mutationOptions({ onSettled: onChanged }));
  const { name, email, role, personId } = member;
  const self = personId === members.you;
  const isEditable = canChangeRole(members.role, role);
  const choices = grantableRoles(members.role).map((value) => ({ value, label: translateRole(value) }));
  return (
    <>
      <tr>
        <td className={CELL}>
          <span className="flex min-w-0 items-center gap-3">
            <Avatar name={name} />
            <span className="min-w-0">
              <span className="block truncate">
                {name} {self && <span className="text-ink-3">{translate("you")}</span>}
              </span>
              <span className="block truncate text-12 text-ink-2" title={email}>
                {email}
              </span>
            </span>
          </span>
        </td>
        <td className={CELL}>
          {isEditable ? (
            <Menu
              align="start"
              trigger={
                <Button
                  variant="ghost"
                  className="-ml-3"
                  aria-label={translate("roleOf", { role: translateRole(role), name })}
                  disabled={setRole.isPending}
                >
                  {translateRole(role)}
                  <Icon icon={ChevronDown} size={12} />
                </Button>
              }
            >
              <MenuChoices
                caption={translate("roleCaption", { name })}
                value={role}
                choices={choices}
                onChange={(next) => {
                  if (next !== role) setRole.mutate({ workspace, personId, role: next });
                }}
              />
            </Menu>
          ) : (
            translateRole(role)
          )}
        </td>
        <td className={`${CELL} text-ink-2 phone:hidden`}>
          {member.lastSeenAt === null ? translate("never") : <Time at={member.lastSeenAt} />}
        </td>
        <td className={`${CELL} pr-0 text-right`}>
          {(self || isEditable) && (
            <Menu trigger={<IconButton label={translate("more", { name })} icon={Ellipsis} />}>
              <MenuItem
                icon={self ? LogOut : UserMinus}
                danger
                onSelect={() => {
                  setLeaving(true);
                }}
              >
                {translate(self ? "leave" : "remove")}
              </MenuItem>
            </Menu>
          )}
        </td>
      </tr>
      {(leaving || setRole.isError) && (
        <tr>
          <td colSpan={4} className="border-b border-line py-2">
            {setRole.isError && <FailureNote error={setRole.error} />}
            {leaving && (
              <EndMembership
                workspace={workspace}
                member={member}
                self={self}
                onKeep={() => {
                  setLeaving(false);
                }}
                onDone={onChanged}
              />
            )}
          </td>
        </tr>
      )}
    </>
  );
}

/** Removal can be undone only by a new invitation, so it asks for confirmation in the row. */
function EndMembership({
  workspace,
  member,
  self,
  onKeep,
  onDone,
}: {
  readonly workspace: string;
  readonly member: Member;
  readonly self: boolean;
  readonly onKeep: () => void;
  readonly onDone: () => void;
}): ReactElement {
  const translate = useTranslations("settings.members");
  const api = useTRPC();
  const remove = useMutation(api.members.remove.mutationOptions({ onSuccess: onDone }));
  const leave = useMutation(
    api.members.leave.mutationOptions({
      onSuccess: () => {
        window.location.assign("/");
      },
    }),
  );
  const { name, personId } = member;
  const failed = remove.error ?? leave.error;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-60 flex-1">{self ? translate("leaveText") : translate("removeText", { name })}</p>
        <Button variant="ghost" autoFocus onClick={onKeep}>
          {translate("keep")}
        </Button>
        <Button
          variant="danger"
          disabled={remove.isPending || leave.isPending}
          onClick={() => {
            if (self) leave.mutate({ workspace });
            else remove.mutate({ workspace, personId });
          }}
        >
          {self ? translate("confirmLeave") : translate("confirmRemove", { name })}
        </Button>
      </div>
      {failed !== null && <FailureNote error={failed} />}
    </div>
  );
}
