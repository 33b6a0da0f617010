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

/** The content of `Markdown` after its parser has loaded. */
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
  // A task list item shows a state; it is not a control.
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
  // react-markdown replaces a dangerous URL with an empty one.
  if (source === "") return <span>{description}</span>;
  // Next's image component would fetch and resize on the server, which embedded and local images do not need.
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

/** Returns the remote host of an image; null for images of this server and embedded ones. */
function remoteHost(source: string): string | null {
  if (!/^([a-z][a-z\d+.-]*:)?\/\//i.test(source)) return null;
  try {
    return new URL(source, "https://unknown.invalid").host;
  } catch {
    return source;
  }
}

function FencedCode({ children }: { readonly children?: ReactNode }): ReactElement {
  const code = parseFence(children);
  return <CodeBlock code={code.text} language={code.language} />;
}

function parseFence(node: ReactNode): { text: string; language: string | null } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(node))
    return { text: plainText(node), language: null };
  const language = /language-(\S+)/.exec(node.props.className ?? "")?.[1] ?? null;
  return { text: plainText(node.props.children), language };
}

function plainText(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  return Array.isArray(node) ? node.map((part: ReactNode) => plainText(part)).join("") : "";
}
