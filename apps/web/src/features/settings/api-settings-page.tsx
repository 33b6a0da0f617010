"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { McpDocs } from "../../server/mcp/mcp-docs.ts";
import type { EndpointDoc } from "../../server/rest/endpoint-docs.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { McpConnection } from "./mcp-connection.tsx";

export type ApiSettingsPageProps = {
  readonly workspace: string;
  readonly endpoints: readonly EndpointDoc[];
  readonly mcp: McpDocs;
};

const HEADER = "Authorization: Bearer gt_…";
const SHAPE = "{error: {code, message, fix, requestId}}";
const DOCUMENT = "/api/openapi.json";

/** The REST endpoints, each with an example request. */
export function ApiSettingsPage({ workspace, endpoints, mcp }: ApiSettingsPageProps): ReactElement {
  const translate = useTranslations("settings.api");
  return (
    <section className="flex flex-col gap-6">
      <header className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-20 font-semibold">{translate("title")}</h1>
          <p className="text-ink-2">
            {translate("text")}{" "}
            <a className="link" href={DOCUMENT}>
              {translate("document")}
            </a>
          </p>
        </div>
        <ButtonLink href={`/w/${encodeURIComponent(workspace)}/settings/keys`}>
          {translate("keys")}
        </ButtonLink>
      </header>
      <p>
        {translate.rich("auth", {
          header: HEADER,
          shape: SHAPE,
          code: (endpointText) => <code className="font-mono text-12">{endpointText}</code>,
        })}
      </p>
      <McpConnection docs={mcp} />
      {endpoints.map((endpoint) => (
        <section key={endpoint.name} className="flex flex-col gap-2 border-t border-line pt-4">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="font-mono text-13 font-semibold [overflow-wrap:anywhere]">
              {endpoint.method} {endpoint.address}
            </h2>
            <Badge>{translate("scope", { scope: endpoint.scope })}</Badge>
          </div>
          <p className="text-ink-2">
            <CodeSpans text={endpoint.summary} />
          </p>
          {endpoint.parameters.length > 0 && (
            <dl className="grid grid-cols-[minmax(96px,max-content)_minmax(0,1fr)] gap-x-3 gap-y-1 text-12">
              {endpoint.parameters.map((parameter) => (
                <div key={parameter.name} className="contents">
                  <dt>
                    <code className="font-mono font-semibold">{parameter.name}</code>
                  </dt>
                  <dd className="text-ink-2">
                    <CodeSpans text={parameter.description} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <CodeBlock code={endpoint.curl} wrap />
        </section>
      ))}
    </section>
  );
}

/** Text in which `code` in backticks is rendered as code. */
function CodeSpans({ text }: { readonly text: string }): ReactElement {
  const parts = text.split("`");
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <code key={index} className="font-mono text-12 text-ink">
            {part}
          </code>
        ),
      )}
    </>
  );
}
