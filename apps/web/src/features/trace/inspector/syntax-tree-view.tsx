import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { SyntaxTreeNode } from "./syntax-tree.ts";

/** The number of initially open levels: the statements of a file and their parts. */
const OPEN_LEVELS = 3;
const CUT_MARK = "…";
/** The type of a part that the grammar cannot read. */
const ERROR_TYPE = "ERROR";

/** The lines that the grammar cannot read, above their tree. */
export function SyntaxErrors({ lines }: { readonly lines: readonly number[] }): ReactElement | null {
  const translate = useTranslations("inspector.entry");
  if (lines.length === 0) return null;
  return (
    <p className="mb-1 text-12 text-error">
      {translate("syntaxErrors", { count: lines.length, lines: lines.join(", ") })}
    </p>
  );
}

/** A syntax tree with collapsible nodes: role, type, text of leaves, lines. */
export function SyntaxTreeView({
  node,
  level = 0,
}: {
  readonly node: SyntaxTreeNode;
  readonly level?: number;
}): ReactElement {
  if (node.children.length === 0)
    return (
      <div className="pl-3.5 font-mono text-11 leading-5">
        <Line node={node} />
      </div>
    );
  return (
    <details open={level < OPEN_LEVELS} className="font-mono text-11 leading-5">
      <summary>
        <Line node={node} />
      </summary>
      <ul className="ml-1 border-l border-line pl-2">
        {node.children.map((child, index) => (
          <li key={index}>
            <SyntaxTreeView node={child} level={level + 1} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Line({ node }: { readonly node: SyntaxTreeNode }): ReactElement {
  const { field, type, text, line, endLine, isCut } = node;
  return (
    <span className="[overflow-wrap:anywhere]">
      {field !== null && <span className="text-ink-3">{`${field}: `}</span>}
      <span className={type === ERROR_TYPE ? "text-error" : undefined}>{type}</span>
      {text !== null && text !== "" && text !== type && <span className="text-ink-2">{` ${text}`}</span>}
      {isCut && <span className="text-ink-3">{` ${CUT_MARK}`}</span>}
      <span className="text-ink-3">{` ${line === endLine ? String(line) : `${String(line)}–${String(endLine)}`}`}</span>
    </span>
  );
}
