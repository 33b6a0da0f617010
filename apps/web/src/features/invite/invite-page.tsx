"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { failureFromError } from "../../lib/failure-from-error.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Note } from "../../ui/note.tsx";
import { LanguageMenu } from "../../ui/shell/language-menu.tsx";
import { Logo } from "../../ui/shell/logo.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { NewAccountForm } from "./new-account-form.tsx";

type Invitation = RouterOutputs["invitations"]["read"];

/** Where an invitation's link leads: join with the account that is signed in, sign in first, or make an account. */
export function InvitePage({ token }: { readonly token: string }): ReactElement {
  const translate = useTranslations("invite");
  const translateErrors = useTranslations("errors");
  const api = useTRPC();
  const invitation = useQuery(api.invitations.read.queryOptions({ token }, { retry: false }));
  const failure = invitation.isError ? failureFromError(invitation.error) : null;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-100 flex-col justify-center gap-6 p-4">
      <Logo />
      {invitation.isPending && (
        <>
          <h1 className="sr-only">{translate("loading")}</h1>
          <SkeletonRows rows={5} rowHeight={36} />
        </>
      )}
      {invitation.isError && (
        <ErrorState
          heading="h1"
          title={translate("endedTitle")}
          happened={failure?.message ?? translateErrors("noAnswer")}
          fix={failure?.fix ?? translateErrors("noAnswerFix")}
        />
      )}
      {invitation.data !== undefined && <Welcome token={token} invitation={invitation.data} />}
      <div className="-ml-3">
        <LanguageMenu />
      </div>
    </main>
  );
}

function Welcome({
  token,
  invitation,
}: {
  readonly token: string;
  readonly invitation: Invitation;
}): ReactElement {
  const translate = useTranslations("invite");
  const format = useFormat();
  const { email, inviterName, workspace, hasAccount, signedInAs } = invitation;
  const facts = {
    email,
    role: translate(`roles.${invitation.role}`),
    until: format.moment(invitation.expiresAt),
  };
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="text-20 font-semibold [overflow-wrap:anywhere]">
          {translate("title", { workspace })}
        </h1>
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {inviterName === null
            ? translate("invited", facts)
            : translate("invitedBy", { ...facts, name: inviterName })}
        </p>
      </header>
      {signedInAs !== null && <JoinAs token={token} invitation={invitation} signedInAs={signedInAs} />}
      {signedInAs === null && hasAccount && (
        <div className="flex flex-col items-start gap-4">
          <p>{translate("hasAccount", { email })}</p>
          <ButtonLink
            variant="primary"
            size="large"
            href={`/signin?next=${encodeURIComponent(`/invite/${token}`)}`}
          >
            {translate("signIn")}
          </ButtonLink>
        </div>
      )}
      {signedInAs === null && !hasAccount && <NewAccountForm token={token} email={email} />}
    </>
  );
}

function JoinAs({
  token,
  invitation,
  signedInAs,
}: {
  readonly token: string;
  readonly invitation: Invitation;
  readonly signedInAs: string;
}): ReactElement {
  const translate = useTranslations("invite");
  const api = useTRPC();
  const { email, workspace } = invitation;
  const accept = useMutation(
    api.invitations.accept.mutationOptions({
      onSuccess: (joined) => {
        window.location.assign(`/w/${encodeURIComponent(joined.workspace)}/chat`);
      },
    }),
  );
  return (
    <div className="flex flex-col items-start gap-4">
      <p>{translate("signedIn", { email: signedInAs })}</p>
      {signedInAs !== email && <Note tone="warn">{translate("other", { email })}</Note>}
      {accept.isError && <FailureNote error={accept.error} />}
      <Button
        variant="primary"
        size="large"
        disabled={accept.isPending}
        onClick={() => {
          accept.mutate({ token });
        }}
      >
        {translate("join", { workspace })}
      </Button>
    </div>
  );
}
