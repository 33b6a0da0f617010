import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import type { McpDocs } from "../../server/mcp/mcp-docs.ts";
import { CodeBlock } from "../../ui/code-block.tsx";

const KEY = "gt_…";
const OPTION = "--read-only";

/** How to connect an MCP client to this server, with configurations to copy. */
export function McpConnection({ docs }: { readonly docs: McpDocs }): ReactElement {
  const translate = useTranslations("settings.api.mcp");
  const code = (text: ReactNode): ReactElement => <code className="font-mono text-12">{text}</code>;
  return (
    <section id="mcp" className="flex flex-col gap-3 border-t border-line pt-4">
      <h2 className="font-semibold">{translate("title")}</h2>
      <p className="text-ink-2">{translate("text", docs.tools)}</p>
      <h3 className="font-semibold">{translate("http")}</h3>
      <CodeBlock code={docs.http} wrap />
      <p className="text-ink-2">{translate.rich("key", { key: KEY, code })}</p>
      <h3 className="font-semibold">{translate("stdio")}</h3>
      <CodeBlock code={docs.stdio} wrap />
      <p className="text-ink-2">{translate.rich("command", { option: OPTION, code })}</p>
    </section>
  );
}
