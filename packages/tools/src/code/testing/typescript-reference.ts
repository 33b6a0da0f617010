import ts from "typescript";
import type { ReferenceFacts } from "./reference-facts.ts";

/** Reads functions and imports with the TypeScript compiler. `path` decides between TypeScript, TSX and JavaScript. */
export function typescriptReference(path: string, text: string): ReferenceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const functions: string[] = [];
  const imports: string[] = [];
  const visit = (node: ts.Node, container: readonly string[]): void => {
    const name = nameOf(node, file);
    if (isFunctionNode(node) && name !== null) functions.push(describe(node, { name, container, file }));
    imports.push(...importOf(node, file));
    const inner = name === null ? container : [...container, name];
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(file, []);
  return { functions, imports };
}

type FunctionNode =
  | ts.FunctionDeclaration
  | ts.MethodDeclaration
  | ts.MethodSignature
  | ts.ConstructorDeclaration
  | ts.AccessorDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction;

function isFunctionNode(node: ts.Node): node is FunctionNode {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node)
  );
}

/** The name that a node gives to what is within it; null for none. */
function nameOf(node: ts.Node, file: ts.SourceFile): string | null {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isFunctionDeclaration(node)) return node.name?.text ?? (isDefault(node) ? "default" : null);
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isAccessor(node))
    return node.name.getText(file);
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node))
    return node.name?.getText(file) ?? nameFromParent(node, file);
  if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) return node.name?.text ?? null;
  if (ts.isClassExpression(node)) return node.name?.text ?? nameFromParent(node, file);
  if (ts.isModuleDeclaration(node) && node.body !== undefined) return node.name.getText(file);
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node))
    return node.initializer !== undefined && ts.isObjectLiteralExpression(node.initializer)
      ? node.name.getText(file)
      : null;
  return null;
}

function isDefault(node: ts.FunctionDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
}

function nameFromParent(node: ts.Expression, file: ts.SourceFile): string | null {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent))
    return parent.name.getText(file);
  if (ts.isExportAssignment(parent)) return "default";
  if (ts.isBinaryExpression(parent) && parent.right === node)
    return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken ? parent.left.getText(file) : null;
  return null;
}

type Place = { readonly name: string; readonly container: readonly string[]; readonly file: ts.SourceFile };

function describe(node: FunctionNode, { name, container, file }: Place): string {
  const parameters = node.parameters.map((parameter) => parameter.getText(file)).join(",");
  const returns = node.type?.getText(file) ?? "";
  const isAsync = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  const last = file.getLineAndCharacterOfPosition(node.end).line + 1;
  return [...container, `${name}(${parameters}):${returns}`, isAsync ? "async" : "", String(last)].join("|");
}

function importOf(node: ts.Node, file: ts.SourceFile): readonly string[] {
  const [specifier, names] = ((): readonly [ts.Node | undefined, readonly string[]] => {
    if (ts.isImportDeclaration(node)) return [node.moduleSpecifier, importedNames(node.importClause)];
    if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, exportedNames(node)];
    if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
      return [node.moduleReference.expression, ["*"]];
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return [node.argument.literal, []];
    return ts.isCallExpression(node) && isLoad(node) ? [node.arguments[0], []] : [undefined, []];
  })();
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return [];
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return [`${String(line + 1)}|${specifier.getText(file).slice(1, -1)}|${names.join(",")}`];
}

function isLoad({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === "require")
  );
}

function importedNames(clause: ts.ImportClause | undefined): readonly string[] {
  const bindings = clause?.namedBindings;
  return [
    ...(clause?.name === undefined ? [] : ["default"]),
    ...(bindings === undefined
      ? []
      : ts.isNamespaceImport(bindings)
        ? ["*"]
        : bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).getText())),
  ];
}

function exportedNames({ exportClause }: ts.ExportDeclaration): readonly string[] {
  if (exportClause === undefined || ts.isNamespaceExport(exportClause)) return ["*"];
  return exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
}
