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
 * Markdown from people and models. HTML in it is shown as text, dangerous links lose their address, and pictures from
 * elsewhere are never loaded by themselves: they would tell a stranger that, and when, someone read this.
 * The parser is large and comes with the first text; until it is there the text stands as it was written.
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

/** Loads the parser ahead of the first text, for a page that expects one. */
export const loadMarkdown = Parsed.preload;
