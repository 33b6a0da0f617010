"use client";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { isValidElement } from "react";
import type { ReactElement, ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import type { Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "./code-block.tsx";
import { Icon } from "./icon.tsx";
import { StatusGlyph } from "./status-glyph.tsx";

/** What `Markdown` shows, once its parser is there. */
export function MarkdownBody({ text }: { readonly text: string }): ReactElement {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  );
}

const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => (
    <MarkdownImage source={typeof src === "string" ? src : ""} description={alt ?? ""} />
  ),
  pre: ({ children }) => <FencedCode>{children}</FencedCode>,
  // A ticked box in a text is a state to read, not a control.
  input: ({ checked }) => (
    <StatusGlyph
      status={checked === true ? "completed" : "pending"}
      className="mr-2 inline-block align-[-2px]"
    />
  ),
  table: ({ children }) => (
    <div className="overflow-x-auto" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

function MarkdownLink({
  href,
  children,
}: {
  readonly href: string | undefined;
  readonly children?: ReactNode;
}): ReactElement {
  if (!href) return <>{children}</>;
  if (href.startsWith("#")) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="link" title={href}>
      {children}
    </a>
  );
}

function MarkdownImage({
  source,
  description,
}: {
  readonly source: string;
  readonly description: string;
}): ReactElement {
  const translate = useTranslations("common");
  const host = remoteHost(source);
  // An address that was refused as dangerous arrives empty.
  if (source === "") return <span>{description}</span>;
  // Next's image component would fetch and resize on the server; what is embedded or our own needs neither.
  if (host === null)
    return <img src={source} alt={description} className="inline-block max-h-120 max-w-full rounded-md" />;
  return (
    <a
      href={source}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="link inline-flex items-center gap-1"
    >
      {description
        ? translate("remoteImage", { host, description })
        : translate("remoteImageWithoutText", { host })}
      <Icon icon={ExternalLink} size={12} />
      <span className="sr-only">{translate("newTab")}</span>
    </a>
  );
}

/** The host an image would be fetched from; null for what this server or the text itself holds. */
function remoteHost(source: string): string | null {
  if (!/^([a-z][a-z\d+.-]*:)?\/\//i.test(source)) return null;
  try {
    return new URL(source, "https://unknown.invalid").host;
  } catch {
    return source;
  }
}

function FencedCode({ children }: { readonly children?: ReactNode }): ReactElement {
  const code = codeOf(children);
  return <CodeBlock code={code.text} language={code.language} />;
}

function codeOf(node: ReactNode): { text: string; language: string | null } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(node))
    return { text: textOf(node), language: null };
  const language = /language-(\S+)/.exec(node.props.className ?? "")?.[1] ?? null;
  return { text: textOf(node.props.children), language };
}

function textOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  return Array.isArray(node) ? node.map((part: ReactNode) => textOf(part)).join("") : "";
}
