"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { Note } from "../../../ui/note.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import type { Tone } from "../../../ui/status.ts";
import { showHidden } from "./definition-text.ts";
import { launchText } from "./read-pasted-servers.ts";
import { ServerConsent } from "./server-consent.tsx";
import { ServerLog } from "./server-log.tsx";
import { ServerSignIn } from "./server-sign-in.tsx";
import type { ServerToolsProps } from "./server-tools.tsx";
import type { ServerPlace, ShownServer } from "./server-type.ts";
import type { ServerCheck } from "./use-server-checks.ts";

const ServerTools = onDemand<ServerToolsProps>(async () => (await import("./server-tools.tsx")).ServerTools);

export type ServerRowProps = {
  readonly place: ServerPlace;
  readonly server: ShownServer;
  readonly check: ServerCheck | null;
  readonly onCheck: () => void;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
};

const STATE_TONES = {
  unknown: "muted",
  stopped: "muted",
  starting: "live",
  ready: "ok",
  failed: "error",
} as const satisfies Readonly<Record<ShownServer["state"], Tone>>;

/** A server with its state and problem. Its tools, its log and its removal open below it. */
export function ServerRow(props: ServerRowProps): ReactElement {
  const { place, server, check, onCheck, onEdit, onChanged } = props;
  const translate = useTranslations("mcp");
  const api = useTRPC();
  const [open, setOpen] = useState<"tools" | "log" | "remove" | null>(null);
  const remove = useMutation(api.mcp.remove.mutationOptions({ onSuccess: onChanged }));
  const enable = useMutation(api.mcp.enable.mutationOptions({ onSuccess: onChanged }));
  const { workspace, name } = place;
  const { tools, isEnabled, needsConsent, problem } = server;
  const isRunning = server.state === "ready";
  // The line about the sign-in shows it, next to the button.
  const needsSignIn = server.signIn === "needed" && !needsConsent;
  const toggle = (panel: "tools" | "log"): void => {
    setOpen(open === panel ? null : panel);
  };
  return (
    <li className="flex flex-col gap-3 border-b border-line py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <ServerFacts server={server} isChecking={check?.state === "running"} />
        <Button
          variant="ghost"
          aria-expanded={open === "tools"}
          aria-label={translate("toolsNamed", { name, count: tools.length })}
          disabled={tools.length === 0 && !server.isPinBroken}
          onClick={() => {
            toggle("tools");
          }}
        >
          {translate("tools", { count: tools.length })}
        </Button>
        <Button
          variant="ghost"
          aria-expanded={open === "log"}
          aria-label={translate("logNamed", { name })}
          onClick={() => {
            toggle("log");
          }}
        >
          {translate("log")}
        </Button>
        <Button
          aria-label={translate(isRunning ? "restartNamed" : "startNamed", { name })}
          disabled={needsConsent || !isEnabled || check?.state === "running"}
          onClick={onCheck}
        >
          {translate(isRunning ? "restart" : "start")}
        </Button>
        {server.source === "workspace" && (
          <>
            <Button
              aria-label={translate(isEnabled ? "disableNamed" : "enableNamed", { name })}
              disabled={enable.isPending}
              onClick={() => {
                enable.mutate({ workspace, name, isEnabled: !isEnabled });
              }}
            >
              {translate(isEnabled ? "disable" : "enable")}
            </Button>
            <Button aria-label={translate("editNamed", { name })} onClick={onEdit}>
              {translate("edit")}
            </Button>
            <Button
              variant="danger"
              aria-label={translate("removeNamed", { name })}
              disabled={remove.isPending}
              onClick={() => {
                setOpen("remove");
              }}
            >
              {translate("remove")}
            </Button>
          </>
        )}
      </div>
      {server.signIn !== null && !needsConsent && (
        <ServerSignIn place={place} state={server.signIn} onChanged={onChanged} />
      )}
      {problem !== null && !needsSignIn && <Note tone="error">{problem}</Note>}
      {check?.state === "failed" && <FailureNote error={check.error} />}
      {remove.isError && <FailureNote error={remove.error} />}
      {enable.isError && <FailureNote error={enable.error} />}
      {needsConsent && <ServerConsent place={place} server={server} onAllowed={onCheck} />}
      {open === "tools" && <ServerTools place={place} server={server} onChanged={onChanged} />}
      {open === "log" && <ServerLog place={place} />}
      {open === "remove" && (
        <ConfirmDialog
          title={translate("removeTitle", { name })}
          confirmLabel={translate("remove")}
          canConfirm
          onConfirm={() => {
            setOpen(null);
            remove.mutate({ workspace, name });
          }}
          onClose={() => {
            setOpen(null);
          }}
        >
          {translate("removeText")}
        </ConfirmDialog>
      )}
    </li>
  );
}

type ServerFactsProps = { readonly server: ShownServer; readonly isChecking: boolean };

function ServerFacts({ server, isChecking }: ServerFactsProps): ReactElement {
  const translate = useTranslations("mcp");
  const format = useFormat();
  const { source, name, state, identity, seenAt, tools, isEnabled, needsConsent } = server;
  const count = (wanted: string): number => tools.filter((tool) => tool.state === wanted).length;
  const [isNew, changed] = [count("new"), count("changed")];
  const facts = [
    ...(identity === null ? [] : [translate("identity", identity)]),
    ...(seenAt === null
      ? []
      : [
          translate(state === "failed" || identity === null ? "tried" : "seen", {
            at: format.moment(seenAt),
          }),
        ]),
  ];
  return (
    <div className="min-w-0 flex-1 basis-80 phone:basis-full">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-mono font-semibold [overflow-wrap:anywhere]">{name}</span>
        <span role="status" className="contents">
          {isChecking ? (
            <Badge tone="live">{translate("checking")}</Badge>
          ) : isEnabled && server.signIn === "needed" ? (
            <Badge tone="wait">{translate("signIn.needed")}</Badge>
          ) : isEnabled ? (
            <Badge tone={STATE_TONES[state]}>{translate(`states.${state}`)}</Badge>
          ) : (
            <Badge>{translate("disabled")}</Badge>
          )}
        </span>
        {source !== "workspace" && <Badge>{translate(`sources.${source}`)}</Badge>}
        {needsConsent && <Badge tone="wait">{translate("needsConsent")}</Badge>}
        {isNew > 0 && <Badge tone="wait">{translate("newTools", { count: isNew })}</Badge>}
        {changed > 0 && <Badge tone="warn">{translate("changedTools", { count: changed })}</Badge>}
      </div>
      <div className="font-mono text-12 [overflow-wrap:anywhere]">
        {showHidden(launchText(server.settings))}
      </div>
      {facts.length > 0 && <div className="text-12 text-ink-2">{facts.join(" · ")}</div>}
    </div>
  );
}
