"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { keyHint } from "../../lib/commands/key-hint.ts";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { Button } from "../button.tsx";
import { Field } from "../field.tsx";
import { Input } from "../input.tsx";
import { AlwaysChoices } from "./always-choices.tsx";
import type { AlwaysLayer } from "./always-choices.tsx";
import { REQUEST_COMMANDS } from "./request-commands.ts";

/** The state of an approval: its call is shown or edited, a reason for denying it is asked for, or a rule is chosen. */
export type Mode = "view" | "edit" | "deny" | "always";

export type ActionsProps = {
  readonly workspace: string;
  readonly request: Pick<RequestView, "traceId" | "id">;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  /** The id of the form that edits the arguments. */
  readonly editForm: string;
  readonly isPending: boolean;
  readonly onApprove: () => void;
  readonly onDeny: (reason: string) => void;
  readonly onAlways: (choice: { readonly layer: AlwaysLayer; readonly rule: string }) => void;
};

/** The buttons of an approval, always in the order approve, edit, deny, always allow. */
export function ApprovalActions(props: ActionsProps): ReactElement {
  const { mode, onMode, editForm, isPending, onApprove, onDeny } = props;
  const translate = useTranslations("requests.actions");
  const toView = (): void => {
    onMode("view");
  };
  switch (mode) {
    case "edit":
      return (
        <>
          <Button variant="primary" type="submit" form={editForm} disabled={isPending}>
            {translate("approveEdited")}
          </Button>
          <Button onClick={toView}>{translate("cancel")}</Button>
        </>
      );
    case "deny":
      return <DenyForm isPending={isPending} onDeny={onDeny} onCancel={toView} />;
    case "always":
      return (
        <AlwaysChoices
          workspace={props.workspace}
          request={props.request}
          isPending={isPending}
          onChoose={props.onAlways}
          onCancel={toView}
        />
      );
    case "view":
      return (
        <>
          <Button
            variant="primary"
            className="phone:flex-1"
            shortcut={keyHint(REQUEST_COMMANDS, "request.approve")}
            disabled={isPending}
            onClick={onApprove}
          >
            {translate("approve")}
          </Button>
          <Button
            shortcut={keyHint(REQUEST_COMMANDS, "request.edit")}
            disabled={isPending}
            onClick={() => {
              onMode("edit");
            }}
          >
            {translate("edit")}
          </Button>
          <Button
            shortcut={keyHint(REQUEST_COMMANDS, "request.deny")}
            disabled={isPending}
            onClick={() => {
              onMode("deny");
            }}
          >
            {translate("deny")}
          </Button>
          <Button
            variant="ghost"
            disabled={isPending}
            onClick={() => {
              onMode("always");
            }}
          >
            {translate("always")}
          </Button>
        </>
      );
  }
}

type DenyProps = {
  readonly isPending: boolean;
  readonly onDeny: (reason: string) => void;
  readonly onCancel: () => void;
};

function DenyForm({ isPending, onDeny, onCancel }: DenyProps): ReactElement {
  const translate = useTranslations("requests.actions");
  const [reason, setReason] = useState("");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <form
      ref={form}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <Field label={translate("reason")} labelHidden className="min-w-48 flex-1">
        {(control) => (
          <Input
            {...control}
            value={reason}
            maxLength={MAX_REASON}
            placeholder={translate("reason")}
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        )}
      </Field>
      <Button variant="danger" type="submit" disabled={isPending}>
        {translate("denyNow")}
      </Button>
      <Button onClick={onCancel}>{translate("cancel")}</Button>
    </form>
  );
}

/** In characters; the limit of the API. */
const MAX_REASON = 2_000;
