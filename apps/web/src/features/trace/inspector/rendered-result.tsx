"use client";
import type { ToolMessage } from "@goaltrace/core/log";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { Markdown } from "../../../ui/markdown.tsx";
import { DiffView } from "./diff-view.tsx";
import { FoundPagesView } from "./found-pages-view.tsx";
import { jsonOrText } from "./json-or-text.ts";
import { LargeText } from "./large-text.tsx";
import { readProblems } from "./problems.ts";
import { ProblemsView } from "./problems-view.tsx";
import { readErrorLines, readSyntaxTree } from "./syntax-tree.ts";
import { SyntaxErrors, SyntaxTreeView } from "./syntax-tree-view.tsx";
import { ValueTree } from "./value-tree.tsx";
import { type FetchedPage, pageText, readFetchedPage, readFoundPages } from "./web-results.ts";

/** The result of a tool in the form that its metadata describes; as text without one. */
export function RenderedResult({ message }: { readonly message: ToolMessage }): ReactElement {
  const { metadata, output } = message;
  const diff = metadata?.["diff"];
  const hasDiff = typeof diff === "string" && diff !== "";
  const problems = readProblems(metadata);
  if (hasDiff)
    return (
      <>
        {/* The output of a command is more informative than the list of its changes. */}
        {metadata?.["exitCode"] !== undefined && <OutputText message={message} />}
        <DiffView diff={diff} />
        {problems !== null && <ProblemsView problems={problems} />}
      </>
    );
  if (problems !== null) return <ProblemsView problems={problems} />;
  const tree = readSyntaxTree(metadata?.["ast"]);
  if (tree !== null)
    return (
      <>
        <SyntaxErrors lines={readErrorLines(metadata)} />
        <SyntaxTreeView node={tree} />
      </>
    );
  const pages = readFoundPages(metadata);
  if (pages !== null && pages.length > 0) return <FoundPagesView pages={pages} />;
  const page = readFetchedPage(metadata);
  return page === null ? <OutputText message={message} /> : <FetchedPageView page={page} output={output} />;
}

/** A fetched page: where it is from, and its text. Its images and links load nothing. */
function FetchedPageView({
  page,
  output,
}: {
  readonly page: FetchedPage;
  readonly output: string;
}): ReactElement {
  const format = useFormat();
  return (
    <>
      <p className="mb-2 text-12 text-ink-3 [overflow-wrap:anywhere]">
        <a href={page.finalUrl} target="_blank" rel="noopener noreferrer nofollow" className="link">
          {page.finalUrl}
        </a>
        {` · ${page.mediaType} · ${format.bytes(page.bytes)}`}
      </p>
      {page.isMarkdown ? (
        <Markdown text={pageText(output)} size="interface" />
      ) : (
        <p className="font-mono text-11 whitespace-pre-wrap [overflow-wrap:anywhere]">{pageText(output)}</p>
      )}
    </>
  );
}

function OutputText({ message }: { readonly message: ToolMessage }): ReactElement {
  const value = jsonOrText(message.output);
  if (typeof value === "object" && value !== null) return <ValueTree value={value} />;
  // Render only text with Markdown syntax as Markdown; file contents and listings keep their line breaks.
  if (/^#{1,4} |\n#{1,4} |```/.test(message.output))
    return <Markdown text={message.output} size="interface" />;
  return (
    <LargeText
      text={message.output}
      total={message.output.length}
      sequence={message.sequence}
      field="output"
    />
  );
}
