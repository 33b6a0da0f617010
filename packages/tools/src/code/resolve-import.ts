import { posix } from "node:path";
import type { CodeImport } from "./imports.ts";

/** Returns whether a path, relative to the project folder, is a file of the project. */
export type HasFile = (path: string) => boolean;

/** The file that imports, and the family of its language. */
export type ImportPlace = { readonly from: string; readonly family: string };

const { dirname, join, normalize } = posix;

/** Endings that a module's name may leave out, in the order in which they are tried. */
const SCRIPT_ENDINGS = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"];

/** Sources write the ending that the compiled file will have. */
const COMPILED: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

/**
 * Returns the file of the project that an import refers to; null for packages and for names that only a build can resolve, such as path aliases.
 * Python modules are looked for beside the file and in every folder above it, as with a source root.
 */
export function resolveImport(
  { from, family }: ImportPlace,
  { module, kind, names }: CodeImport,
  hasFile: HasFile,
): string | null {
  const candidates = ((): readonly string[] => {
    switch (family) {
      case "js":
        return kind === "relative" ? scriptFiles(join(dirname(from), module)) : [];
      case "python":
        return pythonFiles(from, module, names);
      case "c":
        return [join(dirname(from), module), ...above(from).map((folder) => join(folder, module))];
      case "rust":
        return kind === "submodule" ? rustFiles(from, module) : [];
      case "ruby":
        return kind === "relative" ? [`${join(dirname(from), module)}.rb`, join(dirname(from), module)] : [];
      case "php":
      case "bash":
        return kind === "relative" ? [join(dirname(from), module)] : [];
      default:
        return [];
    }
  })();
  return (
    candidates.map((path) => normalize(path)).find((path) => !path.startsWith("..") && hasFile(path)) ?? null
  );
}

function scriptFiles(path: string): readonly string[] {
  const ending = /\.[cm]?jsx?$/u.exec(path)?.[0] ?? "";
  const stem = path.slice(0, path.length - ending.length);
  return [
    path,
    ...(COMPILED[ending] ?? []).map((other) => stem + other),
    ...SCRIPT_ENDINGS.map((other) => path + other),
    ...SCRIPT_ENDINGS.map((other) => join(path, `index${other}`)),
  ];
}

function pythonFiles(from: string, module: string, names: readonly string[]): readonly string[] {
  const dots = /^\.*/u.exec(module)?.[0].length ?? 0;
  const path = module.slice(dots).replaceAll(".", "/");
  const folders = dots > 0 ? [up(dirname(from), dots - 1)] : above(from);
  return folders.flatMap((folder) => {
    const base = path === "" ? folder : join(folder, path);
    // `from . import name` may mean the file of that name.
    const inner = names.map((name) => join(base, `${name}.py`));
    return [...(path === "" ? inner : []), `${base}.py`, join(base, "__init__.py"), ...inner];
  });
}

function rustFiles(from: string, module: string): readonly string[] {
  const stem = posix.basename(from, ".rs");
  const folder = ["mod", "lib", "main"].includes(stem) ? dirname(from) : join(dirname(from), stem);
  return [join(folder, `${module}.rs`), join(folder, module, "mod.rs")];
}

/** The folder of a file and those above it, nearest first. */
function above(from: string): readonly string[] {
  const parts = dirname(from) === "." ? [] : dirname(from).split("/");
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join("/")), "."];
}

function up(folder: string, levels: number): string {
  return join(folder, ...Array.from({ length: levels }, () => ".."));
}
