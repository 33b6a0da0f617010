"use client";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { ReactElement, ReactNode, RefObject } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useCommands } from "../../lib/commands/use-commands.ts";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { FailureNote } from "../failure-note.tsx";
import { Icon } from "../icon.tsx";
import { showInvisible } from "./call-arguments.ts";
import { CallView } from "./call-view.tsx";
import { EffectActions } from "./effect-actions.tsx";
import { EditForm } from "./edit-form.tsx";
import { QuestionForm } from "./question-form.tsx";
import { ApprovalActions } from "./request-actions.tsx";
import type { Mode } from "./request-actions.tsx";
import { REQUEST_COMMANDS } from "./request-commands.ts";
import { REQUEST_ICONS } from "./request-icons.ts";
import { RequestFacts } from "./request-facts.tsx";
import { useDecideRequest } from "./use-decide-request.ts";
import type { DecideRequest } from "./use-decide-request.ts";
import { useRequestTexts } from "./use-request-texts.ts";

export type RequestPanelProps = {
  readonly workspace: string;
  readonly request: RequestView;
  /** A card between other content, or the whole detail column with its actions in a bar at the bottom. */
  readonly layout: "card" | "page";
  /** The element that must contain the focus for the keys of the request. Defaults to the panel. */
  readonly focusIn?: RefObject<HTMLElement | null>;
  /** Called once when a decision of this person is stored. */
  readonly onAccepted?: () => void;
  /** More actions, after those of the request. */
  readonly footer?: ReactNode;
};

/** One request of a run: why it asks, exactly what would run, what a decision covers, and the decision. */
export function RequestPanel(props: RequestPanelProps): ReactElement {
  const { workspace, request, layout, footer } = props;
  const { approval, effect } = request;
  const texts = useRequestTexts();
  const panel = useRef<HTMLElement>(null);
  const focusIn = props.focusIn ?? panel;
  const decision = useDecideRequest(workspace, request);
  const isAccepted = decision.accepted !== null;
  const onAccepted = useEffectEvent(() => props.onAccepted?.());
  useEffect(() => {
    if (isAccepted) onAccepted();
  }, [isAccepted]);
  const [mode, setMode] = useState<Mode>("view");
  const editForm = useId();
  const isOpen = request.state === "open" && decision.accepted === null;
  const leaveForm = (next: Mode): void => {
    setMode(next);
    if (next === "view") focusIn.current?.focus({ preventScroll: true });
  };
  const approve = (): void => {
    decision.decide({ kind: "approve" });
  };
  useCommands(REQUEST_COMMANDS, {
    context:
      isOpen && !decision.isPending && mode === "view"
        ? {
            isApproval: approval !== null,
            approve,
            edit: () => {
              setMode("edit");
            },
            deny: () => {
              setMode("deny");
            },
          }
        : null,
    element: focusIn,
  });
  const isCard = layout === "card";
  const heading = texts.heading(request);
  const band = classNames("bg-sunken", isCard ? "border-y border-line" : "rounded-md");
  return (
    <article
      ref={panel}
      tabIndex={-1}
      aria-label={heading}
      className={classNames(
        "flex min-w-0 flex-col outline-none",
        isCard
          ? "rounded-md border border-wait bg-raised focus-visible:outline-2 focus-visible:outline-accent phone:rounded-none phone:border-x-0"
          : "min-h-0 flex-1",
      )}
    >
      <div className={isCard ? "flex flex-col" : "min-h-0 flex-1 overflow-y-auto"}>
        <div className={isCard ? "flex flex-col" : "flex max-w-190 flex-col gap-6 px-6 pt-4 pb-8 phone:px-4"}>
          <Head request={request} heading={heading} isCard={isCard} />
          {approval !== null && (
            <div className={band}>
              {mode === "edit" && isOpen ? (
                <EditForm
                  id={editForm}
                  callArguments={approval.arguments}
                  onSubmit={(edited) => {
                    decision.decide({ kind: "approve", arguments: edited });
                  }}
                  onCancel={() => {
                    leaveForm("view");
                  }}
                />
              ) : (
                <CallView callArguments={approval.arguments} />
              )}
            </div>
          )}
          {effect !== null && (
            <div className={band}>
              <CallView callArguments={effect.arguments} />
            </div>
          )}
          <div className={isCard ? "px-4 pt-3" : undefined}>
            <RequestFacts workspace={workspace} request={request} />
          </div>
        </div>
      </div>
      <div
        className={classNames(
          "flex flex-none flex-col gap-2",
          isCard
            ? "sticky bottom-0 rounded-b-md bg-raised px-4 py-3"
            : "border-t border-line px-6 py-3 phone:px-4",
        )}
      >
        {decision.error !== null && isOpen && <FailureNote error={decision.error} />}
        <div className="flex flex-wrap items-center gap-2">
          {!isOpen ? (
            <Outcome request={request} accepted={decision.accepted} />
          ) : approval !== null ? (
            <ApprovalActions
              workspace={workspace}
              request={request}
              mode={mode}
              onMode={leaveForm}
              editForm={editForm}
              isPending={decision.isPending}
              onApprove={approve}
              onDeny={(reason) => {
                decision.decide({ kind: "deny", reason });
              }}
              onAlways={(choice) => {
                decision.decide({ kind: "always", ...choice });
              }}
            />
          ) : effect !== null ? (
            <EffectActions
              isPending={decision.isPending}
              onResolve={(resolution) => {
                decision.decide({ kind: "resolve", resolution });
              }}
            />
          ) : (
            request.question !== null && (
              <QuestionForm
                question={request.question}
                isPending={decision.isPending}
                onAnswer={(text) => {
                  decision.decide({ kind: "answer", text });
                }}
              />
            )
          )}
          {footer}
        </div>
      </div>
    </article>
  );
}

type HeadProps = { readonly request: RequestView; readonly heading: string; readonly isCard: boolean };

function Head({ request, heading, isCard }: HeadProps): ReactElement {
  const translate = useTranslations("requests");
  const texts = useRequestTexts();
  const { approval, effect, ancestors } = request;
  const asker = texts.asker(request);
  const [title = "", ...details] = heading.split("\n");
  return (
    <div className={classNames("flex flex-col gap-1", isCard && "px-4 py-3")}>
      <div className="flex items-start gap-2">
        {isCard && <Icon icon={REQUEST_ICONS[request.kind]} className="mt-0.5 flex-none text-wait" />}
        <h2
          className={classNames(
            "min-w-0 flex-1 font-semibold [overflow-wrap:anywhere] whitespace-pre-wrap",
            !isCard && "text-15",
          )}
        >
          {title}
        </h2>
        {isCard && ancestors.length === 0 && <span className="flex-none text-12 text-ink-2">{asker}</span>}
      </div>
      {isCard && ancestors.length > 0 && (
        <p title={asker} className="truncate pl-6 text-12 text-ink-2">
          {asker}
        </p>
      )}
      {details.length > 0 && (
        <p className={classNames("[overflow-wrap:anywhere] whitespace-pre-wrap", isCard && "pl-6")}>
          {details.join("\n")}
        </p>
      )}
      {(approval !== null || effect !== null) && (
        <p className={classNames("text-ink-2 [overflow-wrap:anywhere]", isCard && "pl-6 text-12")}>
          {approval === null ? translate("effect.reason") : texts.reason(approval)}
        </p>
      )}
      {approval !== null && approval.parts.length > 0 && (
        <div className={classNames("text-ink-2", isCard && "pl-6 text-12")}>
          <p>{translate("parts", { count: approval.parts.length })}</p>
          <ul>
            {approval.parts.map((part) => (
              <li key={part}>
                <code className="font-mono text-12 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink">
                  {showInvisible(part)}
                </code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

type OutcomeProps = { readonly request: RequestView; readonly accepted: DecideRequest["accepted"] };

/** How the request ended, also for a person who was about to decide. */
function Outcome({ request, accepted }: OutcomeProps): ReactElement {
  const translate = useTranslations("requests.outcome");
  const texts = useRequestTexts();
  const isOwn = accepted !== null && (request.state === "open" || request.state === "sent");
  return (
    <p role="status" className="text-12 text-ink-2">
      {isOwn ? translate(`own.${accepted}`) : texts.outcome(request)}
    </p>
  );
}
