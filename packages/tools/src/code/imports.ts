import type { FoundNode } from "./parse-thread.ts";
import { childOf, childrenOf, type SyntaxNode, textOf } from "./syntax.ts";

/** Something that a file imports. */
export type CodeImport = {
  /** The module as written in the source, without quotes. */
  readonly module: string;
  /** The names taken from it, as the module calls them; `*` for all of it. Empty when the language or the statement names nothing. */
  readonly names: readonly string[];
  readonly line: number;
  /** `relative`: meant from the file itself, as with quotes in C. */
  readonly kind: "module" | "relative" | "submodule";
};

/** Returns the imports of a file in their order. Imports of computed modules are left out, because only the running program knows them. */
export function toImports(source: string, found: readonly FoundNode[]): readonly CodeImport[] {
  return found.flatMap(({ capture, node }) => (capture === "import" ? readImport(source, node) : []));
}

function readImport(source: string, node: SyntaxNode): readonly CodeImport[] {
  const read = READERS[node.type];
  return read === undefined ? [] : read(source, node);
}

type Reader = (source: string, node: SyntaxNode) => readonly CodeImport[];

const READERS: Readonly<Record<string, Reader>> = {
  import_statement: (source, node) =>
    childOf(node, "name") === undefined ? scriptImport(source, node) : pythonImport(source, node),
  export_statement: scriptImport,
  call_expression: scriptCall,
  import_from_statement: pythonFrom,
  future_import_statement: (source, node) => [
    { module: "__future__", names: pythonNames(source, node), line: node.line, kind: "module" },
  ],
  import_spec: (source, node) => one(node, unquoted(source, childOf(node, "path"))),
  use_declaration: (source, node) => rustUse(source, node),
  extern_crate_declaration: (source, node) => one(node, named(source, childOf(node, "name"))),
  mod_item: (source, node) => one(node, named(source, childOf(node, "name")), "submodule"),
  import_declaration: javaImport,
  preproc_include: cInclude,
  using_directive: csharpUsing,
  call: rubyRequire,
  namespace_use_declaration: phpUse,
  require_expression: phpRequire,
  require_once_expression: phpRequire,
  include_expression: phpRequire,
  include_once_expression: phpRequire,
  command: bashSource,
};

function one(node: SyntaxNode, module: string, kind: CodeImport["kind"] = "module"): readonly CodeImport[] {
  return module === "" ? [] : [{ module, names: [], line: node.line, kind }];
}

function named(source: string, node: SyntaxNode | undefined): string {
  return node === undefined ? "" : textOf(source, node);
}

/** The text between the quotes; empty for anything that is not a plain string. */
function unquoted(source: string, node: SyntaxNode | undefined): string {
  const text = named(source, node);
  const quote = text.at(0) ?? "";
  if (text.length < 2 || !`"'\``.includes(quote) || text.at(-1) !== quote) return "";
  const inner = text.slice(1, -1);
  return quote === "`" && inner.includes("${") ? "" : inner;
}

function isRelative(module: string): boolean {
  return module.startsWith(".");
}

function scriptImport(source: string, node: SyntaxNode): readonly CodeImport[] {
  const required = childrenOf(node, "import_require_clause")[0];
  const module = unquoted(source, childOf(required ?? node, "source"));
  if (module === "") return [];
  return [
    {
      module,
      names: scriptNames(source, node),
      line: node.line,
      kind: isRelative(module) ? "relative" : "module",
    },
  ];
}

function scriptNames(source: string, node: SyntaxNode): readonly string[] {
  if (node.children.some(({ type }) => type === "*" || type === "namespace_export")) return ["*"];
  if (childrenOf(node, "import_require_clause").length > 0) return ["*"];
  const clauses = childrenOf(node, "import_clause", "export_clause");
  return clauses.flatMap((clause) =>
    clause.type === "export_clause" ? specifiers(source, clause) : clauseNames(source, clause),
  );
}

function clauseNames(source: string, clause: SyntaxNode): readonly string[] {
  return clause.children.flatMap((child) => {
    if (child.type === "identifier") return ["default"];
    if (child.type === "namespace_import") return ["*"];
    return child.type === "named_imports" ? specifiers(source, child) : [];
  });
}

function specifiers(source: string, list: SyntaxNode): readonly string[] {
  return childrenOf(list, "import_specifier", "export_specifier").map((child) =>
    named(source, childOf(child, "name")),
  );
}

/** `require("x")` and `import("x")`. */
function scriptCall(source: string, node: SyntaxNode): readonly CodeImport[] {
  const [first] = (childOf(node, "arguments")?.children ?? []).filter(
    ({ isNamed, type }) => isNamed && type !== "comment",
  );
  const module = unquoted(source, first);
  return one(node, module, isRelative(module) ? "relative" : "module");
}

function pythonImport(source: string, node: SyntaxNode): readonly CodeImport[] {
  return node.children
    .filter(({ field }) => field === "name")
    .map((child) => ({ module: originalName(source, child), names: [], line: node.line, kind: "module" }));
}

function pythonFrom(source: string, node: SyntaxNode): readonly CodeImport[] {
  const module = named(source, childOf(node, "module_name")).replaceAll(" ", "");
  const names = childrenOf(node, "wildcard_import").length > 0 ? ["*"] : pythonNames(source, node);
  return [{ module, names, line: node.line, kind: isRelative(module) ? "relative" : "module" }];
}

function pythonNames(source: string, node: SyntaxNode): readonly string[] {
  return node.children.filter(({ field }) => field === "name").map((child) => originalName(source, child));
}

function originalName(source: string, node: SyntaxNode): string {
  const name = node.type === "aliased_import" ? named(source, childOf(node, "name")) : textOf(source, node);
  return name.replaceAll(" ", "");
}

function rustUse(source: string, node: SyntaxNode): readonly CodeImport[] {
  return one(node, named(source, childOf(node, "argument")));
}

function javaImport(source: string, node: SyntaxNode): readonly CodeImport[] {
  const [name] = childrenOf(node, "scoped_identifier", "identifier");
  const module = named(source, name);
  const isAll = childrenOf(node, "asterisk").length > 0;
  return module === "" ? [] : [{ module, names: isAll ? ["*"] : [], line: node.line, kind: "module" }];
}

function cInclude(source: string, node: SyntaxNode): readonly CodeImport[] {
  const path = childOf(node, "path");
  if (path?.type === "system_lib_string") return one(node, textOf(source, path).replaceAll(/^<|>$/gu, ""));
  return one(node, unquoted(source, path), "relative");
}

function csharpUsing(source: string, node: SyntaxNode): readonly CodeImport[] {
  const name = node.children.findLast(({ isNamed, field }) => isNamed && field !== "name");
  return one(node, named(source, name));
}

function rubyRequire(source: string, node: SyntaxNode): readonly CodeImport[] {
  const [first] = (childOf(node, "arguments")?.children ?? []).filter(({ isNamed }) => isNamed);
  const isOfFile = named(source, childOf(node, "method")) === "require_relative";
  return one(node, unquoted(source, first), isOfFile ? "relative" : "module");
}

function phpUse(source: string, node: SyntaxNode): readonly CodeImport[] {
  const group = childOf(node, "body");
  const prefix = named(source, childrenOf(node, "namespace_name")[0]);
  const clauses = group === undefined ? childrenOf(node, "namespace_use_clause") : [];
  if (group !== undefined) return one(node, prefix);
  return clauses.flatMap((clause) => {
    const [name] = childrenOf(clause, "qualified_name", "name");
    return one(clause, named(source, name).replace(/^\\/u, ""));
  });
}

function phpRequire(source: string, node: SyntaxNode): readonly CodeImport[] {
  const [first] = node.children.filter(({ isNamed }) => isNamed);
  return one(node, unquoted(source, first), "relative");
}

function bashSource(source: string, node: SyntaxNode): readonly CodeImport[] {
  const file = childOf(node, "argument");
  const text = named(source, file).replaceAll(/^["']|["']$/gu, "");
  return text.includes("$") ? [] : one(node, text, "relative");
}
