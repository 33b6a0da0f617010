"use client";
import { memo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../lib/class-names.ts";
import { onDemand } from "./on-demand.tsx";

export type MarkdownProps = {
  readonly text: string;
  /** `conversation` is 15/24, `interface` 13/20. */
  readonly size?: "conversation" | "interface";
  readonly className?: string;
};

/**
 * Markdown from people and models. HTML is shown as text, dangerous URLs are removed, and images are links: loading one would reveal to a
 * third party when someone reads the text, or send a request to this server in the reader's name.
 * The parser is large and loads with the first text; before that the source text is shown.
 */
export const Markdown = memo(function Markdown({
  text,
  size = "conversation",
  className,
}: MarkdownProps): ReactElement {
  return (
    <div className={classNames("prose", size === "interface" && "prose-small", className)}>
      <Parsed text={text} />
    </div>
  );
});

const Parsed = onDemand(
  async () => (await import("./markdown-body.tsx")).MarkdownBody,
  ({ text }: { readonly text: string }) => <p className="whitespace-pre-wrap">{text}</p>,
  "placeholder",
);

/** Preloads the parser, for a page that expects a text. */
export const loadMarkdown = Parsed.preload;
