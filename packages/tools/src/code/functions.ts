import { type FoundNode, UNNAMED_TYPES } from "./parse-thread.ts";
import { SIGNATURE_MAX_CHARACTERS } from "./tunables.ts";
import { childOf, childrenOf, oneSpace, type SyntaxNode, textOf } from "./syntax.ts";

/** A parameter as written in the source. */
export type CodeParameter = {
  /** Its name or pattern, with `*`, `...` or `&` in front where the language writes it there. */
  readonly name: string;
  readonly type: string | null;
  readonly default: string | null;
  /** All of it. */
  readonly text: string;
};

/** A function or method that a file defines or declares. */
export type CodeFunction = {
  readonly name: string;
  /** The names around it, such as its class, with dots; empty at the top of the file. */
  readonly container: string;
  readonly line: number;
  readonly endLine: number;
  /** Everything before its body, on one line. */
  readonly signature: string;
  readonly parameters: readonly CodeParameter[];
  /** The result type as written in the source; null without one. */
  readonly returns: string | null;
  readonly isAsync: boolean;
  /** McCabe's number: the branches of its own body plus one. Those of unnamed functions within count as its own. */
  readonly complexity: number;
};

type Draft = Omit<CodeFunction, "complexity" | "container"> & {
  readonly start: number;
  readonly end: number;
};

/** A stretch of the text that gives a name to everything within it. */
type Scope = {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly draft: Draft | null;
};

/** Returns the named functions of a file in their order. `branches` are offsets. */
export function toFunctions(
  source: string,
  found: readonly FoundNode[],
  branches: readonly number[],
): readonly CodeFunction[] {
  const scopes = found
    .flatMap((one) => toScope(source, one))
    .toSorted((left, right) => left.start - right.start || right.end - left.end);
  const complexities = countBranches(scopes, branches);
  const open: Scope[] = [];
  const functions: CodeFunction[] = [];
  for (const scope of scopes) {
    closeBefore(open, scope.start);
    const container = open.map(({ name }) => name).join(".");
    open.push(scope);
    if (scope.draft === null) continue;
    const { start: _start, end: _end, ...draft } = scope.draft;
    functions.push({ ...draft, container, complexity: 1 + (complexities.get(scope) ?? 0) });
  }
  return functions;
}

function closeBefore(open: Scope[], offset: number): void {
  for (let last = open.at(-1); last !== undefined && last.end <= offset; last = open.at(-1)) open.pop();
}

/** Counts the branches of each innermost function. */
function countBranches(scopes: readonly Scope[], branches: readonly number[]): ReadonlyMap<Scope, number> {
  const functions = scopes.filter(({ draft }) => draft !== null);
  const counts = new Map<Scope, number>();
  const open: Scope[] = [];
  let next = 0;
  for (const offset of branches.toSorted((left, right) => left - right)) {
    for (let scope = functions[next]; scope !== undefined && scope.start <= offset; scope = functions[next]) {
      closeBefore(open, scope.start);
      open.push(scope);
      next += 1;
    }
    closeBefore(open, offset);
    const inner = open.at(-1);
    if (inner !== undefined) counts.set(inner, (counts.get(inner) ?? 0) + 1);
  }
  return counts;
}

function toScope(source: string, { capture, node, parent }: FoundNode): readonly Scope[] {
  const { start, end } = node;
  if (capture === "container") {
    const name = containerName(source, node, parent);
    return name === "" ? [] : [{ start, end, name, draft: null }];
  }
  if (capture !== "function") return [];
  const header = declaratorOf(node);
  const name = functionName(source, { node, parent, header });
  if (name === "") return [];
  const body = childOf(node, "body");
  const parameters = childOf(header, "parameters", "parameter");
  const draft: Draft = {
    ...{ name, start, end, line: node.line, endLine: node.endLine },
    signature: signatureOf(source, { node, parent, body }),
    parameters: parameters === undefined ? [] : parametersOf(source, parameters),
    returns: returnsOf(source, node, header),
    isAsync: node.children.some((child) => isAsyncMark(source, child)),
  };
  return [{ start, end, name, draft }];
}

/** In C, the name and parameters are below pointers and references. */
function declaratorOf(node: SyntaxNode): SyntaxNode {
  let current = node;
  for (;;) {
    if (childOf(current, "parameters", "parameter") !== undefined) return current;
    const next =
      childOf(current, "declarator") ?? current.children.find(({ type }) => type === "function_declarator");
    if (next === undefined) return node;
    current = next;
  }
}

type Named = { readonly node: SyntaxNode; readonly parent: SyntaxNode | null; readonly header: SyntaxNode };

function functionName(source: string, { node, parent, header }: Named): string {
  const own = childOf(node, "name") ?? childOf(header, "name", "declarator");
  const receiver = childOf(node, "receiver");
  if (own !== undefined) {
    const name = textOf(source, own);
    if (receiver !== undefined) return `${receiverType(source, receiver)}.${name}`;
    const object = childOf(node, "object");
    return object === undefined ? name : `${textOf(source, object)}.${name}`;
  }
  return parent === null || !UNNAMED_TYPES.includes(node.type) ? "" : nameFromParent(source, parent, node);
}

/** The name that an anonymous function gets from its place: `const name = () => …`. */
function nameFromParent(source: string, parent: SyntaxNode, node: SyntaxNode): string {
  const target = ((): SyntaxNode | undefined => {
    if (parent.type === "variable_declarator" || parent.type === "public_field_definition")
      return childOf(parent, "name");
    if (parent.type === "field_definition") return childOf(parent, "property");
    if (parent.type === "pair") return childOf(parent, "key");
    return parent.type === "assignment_expression" && isAt(childOf(parent, "right"), node)
      ? childOf(parent, "left")
      : undefined;
  })();
  if (target !== undefined) return textOf(source, target);
  return parent.type === "export_statement" ? "default" : "";
}

function isAt(one: SyntaxNode | undefined, other: SyntaxNode): boolean {
  return one?.start === other.start && one.end === other.end;
}

/** `(s *Store[T])` is `Store`. */
function receiverType(source: string, receiver: SyntaxNode): string {
  const type = receiver.children.map((child) => childOf(child, "type")).find((child) => child !== undefined);
  const text = type === undefined ? "" : textOf(source, type);
  return /^[^\w]*(?<name>\w+)/u.exec(text)?.groups?.["name"] ?? text;
}

function containerName(source: string, node: SyntaxNode, parent: SyntaxNode | null): string {
  const own = childOf(node, "name", "key");
  if (own !== undefined) return textOf(source, own);
  const type = childOf(node, "type");
  if (node.type === "impl_item" && type !== undefined) return textOf(source, type);
  if (node.type !== "class" || parent === null) return "";
  return nameFromParent(source, parent, node);
}

function signatureOf(
  source: string,
  {
    node,
    parent,
    body,
  }: { readonly node: SyntaxNode; readonly parent: SyntaxNode | null; readonly body: SyntaxNode | undefined },
): string {
  // The name of an unnamed function is in front of it.
  const start =
    UNNAMED_TYPES.includes(node.type) && parent !== null && childOf(node, "name") === undefined
      ? parent.start
      : node.start;
  const end = body?.start ?? endWithoutBody(node);
  const text = oneSpace(source.slice(Math.max(start, node.start - SIGNATURE_MAX_CHARACTERS), end)).replace(
    /\s*(?:=>|\{|:|;)$/u,
    "",
  );
  return text.length > SIGNATURE_MAX_CHARACTERS ? `${text.slice(0, SIGNATURE_MAX_CHARACTERS)}…` : text;
}

/** A method of Ruby without a body still has its `end`. */
function endWithoutBody(node: SyntaxNode): number {
  if (node.type !== "method" && node.type !== "singleton_method") return node.end;
  return (childOf(node, "parameters") ?? childOf(node, "name") ?? node).end;
}

function returnsOf(source: string, node: SyntaxNode, header: SyntaxNode): string | null {
  const type = childOf(node, "return_type", "result", "returns") ?? childOf(header, "return_type", "type");
  const declared = type ?? (C_LIKE.has(node.type) ? childOf(node, "type") : undefined);
  return declared === undefined ? null : withoutMark(textOf(source, withoutComment(declared)));
}

/** A type without a comment between its mark and itself. */
function withoutComment(annotation: SyntaxNode): SyntaxNode {
  if (annotation.type !== "type_annotation") return annotation;
  return annotation.children.findLast(({ isNamed, type }) => isNamed && type !== "comment") ?? annotation;
}

/** Languages in which the type in front of the name is that of the result. */
const C_LIKE: ReadonlySet<string> = new Set([
  ...[
    "function_definition",
    "declaration",
    "field_declaration",
    "method_declaration",
    "local_function_statement",
  ],
]);

/** Leaves out the mark in front of a type: `: string`, `-> str`. */
function withoutMark(text: string): string {
  return text.replace(/^(?::|->)\s*/u, "");
}

function isAsyncMark(source: string, child: SyntaxNode): boolean {
  if (child.type === "async") return true;
  return (
    (child.type === "function_modifiers" || child.type === "modifier") &&
    /\basync\b/u.test(textOf(source, child))
  );
}

function parametersOf(source: string, parameters: SyntaxNode): readonly CodeParameter[] {
  // `x => x` has no list around its parameter.
  if (parameters.field === "parameter") return [toParameter(source, parameters)];
  return parameters.children
    .filter(({ isNamed, type }) => isNamed && !NO_PARAMETERS.has(type))
    .map((child) => toParameter(source, child));
}

const NO_PARAMETERS: ReadonlySet<string> = new Set([
  "comment",
  "line_comment",
  "block_comment",
  "attribute_item",
  "ERROR",
]);

function toParameter(source: string, node: SyntaxNode): CodeParameter {
  const text = textOf(source, node);
  const type = childOf(node, "type");
  const value = childOf(node, "value", "default_value", "right");
  return {
    name: parameterName(source, node),
    type: type === undefined ? null : withoutMark(textOf(source, type)),
    default: value === undefined ? null : textOf(source, value),
    text,
  };
}

function parameterName(source: string, node: SyntaxNode): string {
  const own = childOf(node, "pattern", "name", "declarator", "left");
  if (own !== undefined) return textOf(source, own);
  // A typed parameter of Python has its name, with stars, as its first child.
  const isTyped = childOf(node, "type") !== undefined;
  const [first] = isTyped ? childrenOf(node, ...TYPED_NAMES) : [];
  return textOf(source, first ?? node);
}

const TYPED_NAMES = ["identifier", "list_splat_pattern", "dictionary_splat_pattern", "variable_declarator"];
