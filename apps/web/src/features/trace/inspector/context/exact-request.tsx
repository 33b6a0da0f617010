"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { TEXT_PAGE } from "../../../../lib/text-page.ts";
import { useTRPC } from "../../../../lib/trpc.tsx";
import { classNames } from "../../../../lib/class-names.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { CodeBlock } from "../../../../ui/code-block.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { Segmented } from "../../../../ui/segmented.tsx";
import { useRun } from "../../state/debugger-provider.tsx";
import { Disclosure } from "../../why/disclosure.tsx";
import { Loaded } from "../loaded.tsx";
import type { InspectedRequest } from "../use-call.ts";
import { PageTurner } from "../page-turner.tsx";

type RequestView = "changes" | "all" | "bytes";

/** The exact request, reconstructed from the log on demand, with its difference from the previous request. */
export function ExactRequest({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("inspector.request");
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-2 border-t border-line">
      <Disclosure label={translate("title")} aside={translate("hint")} open={open} onToggle={setOpen}>
        <Request sequence={sequence} />
      </Disclosure>
    </div>
  );
}

function Request({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("inspector.request");
  const format = useFormat();
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const [requestView, setRequestView] = useState<RequestView>("changes");
  const request = useQuery(
    api.traceInspect.request.queryOptions({ workspace, id: traceId, sequence }, { staleTime: Infinity }),
  );
  return (
    <Loaded query={request} rows={6}>
      {(loaded) => (
        <div className="px-4 pb-3">
          <p className="mb-2 flex flex-wrap items-center gap-2 text-12">
            <Badge tone={loaded.verified ? "ok" : "warn"}>
              {translate(loaded.verified ? "verified" : "differs")}
            </Badge>
            <span className="text-ink-2">
              {translate("size", { characters: format.count(loaded.characters), tools: loaded.tools.count })}
            </span>
            <CopyButton text={loaded.sha256} label={translate("copyHash")} />
          </p>
          {!loaded.verified && <p className="mb-2 text-12 text-ink-2">{translate("differsWhy")}</p>}
          <Segmented
            label={translate("look")}
            value={requestView}
            onChange={setRequestView}
            segments={[
              { value: "changes", label: translate("changes") },
              { value: "all", label: translate("all") },
              { value: "bytes", label: translate("bytes") },
            ]}
          />
          <div className="mt-2">
            {requestView === "bytes" ? (
              <Bytes sequence={sequence} total={loaded.characters} />
            ) : (
              <Messages request={loaded} onlyChanges={requestView === "changes"} />
            )}
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Messages({
  request,
  onlyChanges,
}: {
  readonly request: InspectedRequest;
  readonly onlyChanges: boolean;
}): ReactElement {
  const translate = useTranslations("inspector.request");
  const first = request.previousSequence === null;
  const shown = request.messages.filter((message) => !onlyChanges || first || message.change === "added");
  return (
    <>
      {onlyChanges && (
        <p className="mb-2 text-12 text-ink-2">
          {first
            ? translate("firstCall")
            : translate("since", {
                sequence: request.previousSequence ?? 0,
                added: shown.length,
                removed: request.removed.length,
                tools: translate(`tools.${request.tools.change}`),
              })}
        </p>
      )}
      {request.earlier > 0 && !onlyChanges && (
        <p className="mb-2 text-12 text-ink-3">{translate("earlier", { count: request.earlier })}</p>
      )}
      {onlyChanges &&
        request.removed.map((message) => (
          <WireMessage key={`r${message.index}`} message={message} sign="−" />
        ))}
      {shown.map((message) => (
        <WireMessage
          key={message.index}
          message={message}
          sign={message.change === "added" && !first ? "+" : ""}
        />
      ))}
      {!onlyChanges && <CodeBlock code={request.parameters} language={translate("parameters")} wrap />}
    </>
  );
}

type Wire = InspectedRequest["messages"][number];

/** Lines of a collapsed message. */
const LINES = 6;

function WireMessage({
  message,
  sign,
}: {
  readonly message: Wire;
  readonly sign: "+" | "−" | "";
}): ReactElement {
  const translate = useTranslations("inspector.request");
  const format = useFormat();
  const cut = message.length > message.text.length;
  return (
    <div
      className={classNames(
        "mb-2 border-l-2 pl-2",
        sign === "+" ? "border-ok" : sign === "−" ? "border-error" : "border-line",
      )}
    >
      <p className="flex items-center gap-2 text-11 text-ink-3">
        <span className={sign === "+" ? "text-ok" : sign === "−" ? "text-error" : ""}>
          {translate("message", { sign, index: message.index + 1 })}
        </span>
        <code className="font-mono text-ink-2">{message.role}</code>
        <span className="ml-auto">{translate("characters", { count: format.count(message.length) })}</span>
      </p>
      <CodeBlock code={message.text} wrap foldAfter={LINES} />
      {cut && <p className="text-11 text-ink-3">{translate("messageCut")}</p>}
    </div>
  );
}

function Bytes({ sequence, total }: { readonly sequence: number; readonly total: number }): ReactElement {
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(total / TEXT_PAGE));
  const text = useQuery(
    api.traceInspect.requestText.queryOptions(
      { workspace, id: traceId, sequence, offset: page * TEXT_PAGE },
      { staleTime: Infinity },
    ),
  );
  return (
    <>
      <Loaded query={text} rows={6}>
        {(loaded) => <CodeBlock code={loaded.text} wrap className="max-h-120 overflow-y-auto" />}
      </Loaded>
      <PageTurner page={page} pages={pages} onTurn={setPage} />
    </>
  );
}
