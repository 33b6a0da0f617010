// Every export of @goaltrace/core has a user: a program or package of this repository, or a reader of the library guide.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { inCheckout } from "./lib/checkout.mjs";

const CORE = "@goaltrace/core";
const USERS = ["apps", "bench", "e2e", "examples", "packages", "prisma", "scripts", "tests"];
/** The most names to learn before the first agent. */
const MAX_ROOT_NAMES = 45;

const read = (file) => readFileSync(inCheckout(file), "utf8");
const parse = (file) => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
const { exports: entryPoints } = JSON.parse(read("packages/core/package.json"));

/** The names that the module behind an entry point exports. */
function exportedNames(file) {
  return parse(path.join("packages/core", file)).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement))
      return statement.exportClause.elements.map(({ name }) => name.text);
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    return ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.text)
      : [statement.name.text];
  });
}

const isSource = (file) =>
  /\.(ts|tsx|mjs)$/.test(file) && !/(^|\/)(node_modules|\.next|generated)\//.test(file);
const users = USERS.flatMap((folder) =>
  readdirSync(inCheckout(folder), { recursive: true })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, "/")))
    .filter((file) => isSource(file) && !file.startsWith("packages/core/")),
);

/** `<entry point> <name>` for each import of core outside of core. */
const used = new Set(
  users
    .filter((file) => read(file).includes(`"${CORE}`))
    .flatMap((file) => parse(file).statements)
    .flatMap((statement) => {
      const specifier = statement.moduleSpecifier?.text;
      if (specifier !== CORE && !specifier?.startsWith(`${CORE}/`)) return [];
      const names = statement.importClause?.namedBindings?.elements ?? statement.exportClause?.elements ?? [];
      return names.map(
        ({ propertyName, name }) => `.${specifier.slice(CORE.length)} ${(propertyName ?? name).text}`,
      );
    }),
);
const guide = read("docs/guide/library.md");

it.each(Object.entries(entryPoints))("exports only used names from %s", (entryPoint, file) => {
  const isDocumented = (name) => entryPoint === "." && guide.includes(`\`${name}\``);
  const unused = exportedNames(file).filter(
    (name) => !used.has(`${entryPoint} ${name}`) && !isDocumented(name),
  );
  expect(unused, `Remove them from packages/core/${file}, or describe them in docs/guide/library.md`).toEqual(
    [],
  );
});

it("names every export of the package root in the guide, and keeps them few", () => {
  const names = exportedNames(entryPoints["."]);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  expect(names.length).toBeLessThanOrEqual(MAX_ROOT_NAMES);
});

it("names every entry point in the guide", () => {
  const subpaths = Object.keys(entryPoints).filter((entryPoint) => entryPoint !== ".");
  expect(subpaths.filter((subpath) => !guide.includes(`\`${subpath.slice(1)}\``))).toEqual([]);
});
