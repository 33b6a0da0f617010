"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import type { ApprovalView, RequestView } from "../../lib/requests/request-view.ts";
import { traceHref } from "../../lib/trace-address.ts";
import { Link } from "../link.tsx";
import { conversationHref } from "../../lib/conversation-address.ts";
import { workspaceHref } from "../shell/nav-items.ts";
import { Distance, Time } from "../time.tsx";
import { useRequestTexts } from "./use-request-texts.ts";
import { readArguments } from "./call-arguments.ts";

type FactsProps = { readonly workspace: string; readonly request: RequestView };

/** Where a request comes from, what a decision covers, and until when it can be made. */
export function RequestFacts({ workspace, request }: FactsProps): ReactElement {
  const translate = useTranslations("requests.facts");
  const texts = useRequestTexts();
  const { approval, conversation, askedAt, expiresAt, state, folder, person, ancestors } = request;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-12 [overflow-wrap:anywhere] phone:grid-cols-[6rem_minmax(0,1fr)]">
      <Fact name={translate("asks")}>
        {translate.rich(conversation === null ? "agent" : "agentIn", {
          agent: texts.asker(request),
          person: person.name,
          title: conversation?.title || translate("untitled"),
          link: (text) => (
            <Link href={conversationHref(workspace, conversation?.id ?? null)} className="link">
              {text}
            </Link>
          ),
        })}
      </Fact>
      <Fact name={translate("run")}>
        <Link href={traceHref(workspace, request.traceId, request)} className="link">
          {translate("step", { step: approval?.step ?? 0 })}
        </Link>
      </Fact>
      {ancestors.length > 0 && (
        <Fact name={translate("above")}>
          <span className="flex flex-col">
            {ancestors.map((above, depth) => (
              <Link
                key={above.traceId}
                href={traceHref(workspace, above.traceId)}
                title={above.task}
                className="link"
              >
                {texts.above(above, depth)}
              </Link>
            ))}
          </span>
        </Fact>
      )}
      {folder !== null && (
        <Fact name={translate("folder")}>
          <span className="font-mono">{folder}</span>
        </Fact>
      )}
      {approval !== null && <Fact name={translate("covers")}>{translate("coversText")}</Fact>}
      {approval !== null && (
        <Fact name={translate("rules")}>
          <Link href={rulesHref(workspace, { approval, conversation })} className="link">
            {translate("rulesLink")}
          </Link>
        </Fact>
      )}
      <Fact name={translate("who")}>{translate("whoText")}</Fact>
      {state === "open" && (
        <Fact name={translate("waits")}>
          {translate.rich("waitsText", {
            elapsed: () => <Distance since={askedAt} />,
            time: () => <Time at={askedAt} />,
          })}
        </Fact>
      )}
      <Fact name={translate("expires")}>
        {expiresAt === null
          ? translate("never")
          : translate.rich("expiresAt", {
              kind: request.kind,
              open: state === "open" ? "yes" : "no",
              left: () => <Distance until={expiresAt} />,
              time: () => <Time at={expiresAt} />,
            })}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** A longer path is not worth a separate address. */
const MAX_PATH = 500;

/** Returns the URL of the permission rules, with this call tried on them. */
function rulesHref(
  workspace: string,
  {
    approval,
    conversation,
  }: { readonly approval: ApprovalView; readonly conversation: RequestView["conversation"] },
): string {
  const path = readArguments(approval.arguments)?.find(({ name }) => name === "path");
  const parameters = new URLSearchParams({ tool: approval.tool });
  if (conversation !== null) parameters.set("conversation", conversation.id);
  if (path?.isText === true && path.text.length <= MAX_PATH) parameters.set("path", path.text);
  return `${workspaceHref(workspace)}/settings/permissions?${parameters.toString()}`;
}
