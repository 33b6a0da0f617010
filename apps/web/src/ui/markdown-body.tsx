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
import { type Construct, costlyConstructs } from "./markdown-limits.ts";
import { StatusGlyph } from "./status-glyph.tsx";

/** The content of `Markdown` after its parser has loaded. Constructs that would take the parser too long are shown as written. */
export function MarkdownBody({ text }: { readonly text: string }): ReactElement {
  const costly = costlyConstructs(text);
  if (costly === null) return <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <ReactMarkdown
      remarkPlugins={costly.length === 0 ? PLUGINS : [...PLUGINS, [disable, costly]]}
      components={COMPONENTS}
    >
      {text}
    </ReactMarkdown>
  );
}

const PLUGINS = [remarkGfm];

/** A plugin that switches constructs of the parser off. */
function disable(this: { data(): object }, constructs: readonly Construct[]): undefined {
  const data = this.data();
  const known: unknown = Reflect.get(data, "micromarkExtensions");
  const extensions: readonly unknown[] = Array.isArray(known) ? known : [];
  Reflect.set(data, "micromarkExtensions", [...extensions, { disable: { null: constructs } }]);
}

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

/**
 * An image as a link. Nothing is loaded without a click: a request to a third party would reveal when someone reads the text, and one to
 * this server would be sent with the reader's cookies.
 */
function MarkdownImage({
  source,
  description,
}: {
  readonly source: string;
  readonly description: string;
}): ReactElement {
  const translate = useTranslations("common");
  // react-markdown replaces a dangerous URL with an empty one.
  if (source === "") return <span>{description}</span>;
  const host = hostOf(source);
  return (
    <a
      href={source}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="link inline-flex items-center gap-1"
    >
      {host === null
        ? translate("image", { description: description || source })
        : description
          ? translate("remoteImage", { host, description })
          : translate("remoteImageWithoutText", { host })}
      <Icon icon={ExternalLink} size={12} />
      <span className="sr-only">{translate("newTab")}</span>
    </a>
  );
}

/** Returns the host that an image's address names; null for an address on this server. */
function hostOf(source: string): string | null {
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
