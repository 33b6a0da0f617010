import { C_QUERY, CPP_QUERY, CSHARP_QUERY, GO_QUERY, JAVA_QUERY, RUST_QUERY } from "./compiled-queries.ts";
import {
  BASH_QUERY,
  COMMENTS_QUERY,
  JAVASCRIPT_QUERY,
  PHP_QUERY,
  PYTHON_QUERY,
  RUBY_QUERY,
  TYPESCRIPT_QUERY,
} from "./script-queries.ts";

/** A language that can be parsed. */
export type CodeLanguage = {
  readonly name: string;
  /** Its grammar, as `package/path`. */
  readonly grammar: string;
  /** The query of `facts.ts`; one for comments alone if the language has no functions. */
  readonly query: string;
  /** Languages of one family import each other. */
  readonly family: string;
};

const wasm = (name: string): string => `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`;

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  bash: { name: "Bash", grammar: wasm("bash"), query: BASH_QUERY, family: "bash" },
  c: { name: "C", grammar: "tree-sitter-c/tree-sitter-c.wasm", query: C_QUERY, family: "c" },
  cpp: { name: "C++", grammar: wasm("cpp"), query: CPP_QUERY, family: "c" },
  csharp: { name: "C#", grammar: wasm("c-sharp"), query: CSHARP_QUERY, family: "csharp" },
  css: { name: "CSS", grammar: wasm("css"), query: COMMENTS_QUERY, family: "css" },
  go: { name: "Go", grammar: wasm("go"), query: GO_QUERY, family: "go" },
  html: {
    name: "HTML",
    grammar: "tree-sitter-html/tree-sitter-html.wasm",
    query: COMMENTS_QUERY,
    family: "html",
  },
  ini: { name: "INI", grammar: wasm("ini"), query: COMMENTS_QUERY, family: "ini" },
  java: { name: "Java", grammar: wasm("java"), query: JAVA_QUERY, family: "java" },
  javascript: { name: "JavaScript", grammar: wasm("javascript"), query: JAVASCRIPT_QUERY, family: "js" },
  json: {
    name: "JSON",
    grammar: "tree-sitter-json/tree-sitter-json.wasm",
    query: COMMENTS_QUERY,
    family: "json",
  },
  php: { name: "PHP", grammar: wasm("php"), query: PHP_QUERY, family: "php" },
  powershell: {
    name: "PowerShell",
    grammar: wasm("powershell"),
    query: COMMENTS_QUERY,
    family: "powershell",
  },
  python: { name: "Python", grammar: wasm("python"), query: PYTHON_QUERY, family: "python" },
  ruby: { name: "Ruby", grammar: wasm("ruby"), query: RUBY_QUERY, family: "ruby" },
  rust: { name: "Rust", grammar: wasm("rust"), query: RUST_QUERY, family: "rust" },
  tsx: { name: "TSX", grammar: wasm("tsx"), query: TYPESCRIPT_QUERY, family: "js" },
  typescript: { name: "TypeScript", grammar: wasm("typescript"), query: TYPESCRIPT_QUERY, family: "js" },
  yaml: {
    name: "YAML",
    grammar: "@tree-sitter-grammars/tree-sitter-yaml/tree-sitter-yaml.wasm",
    query: COMMENTS_QUERY,
    family: "yaml",
  },
};

const EXTENSIONS: readonly (readonly [string, readonly string[]])[] = [
  ["bash", ["sh", "bash"]],
  ["c", ["c", "h"]],
  ["cpp", ["cc", "cpp", "cxx", "hh", "hpp", "hxx"]],
  ["csharp", ["cs"]],
  ["css", ["css"]],
  ["go", ["go"]],
  ["html", ["html", "htm"]],
  ["ini", ["ini", "cfg"]],
  ["java", ["java"]],
  ["javascript", ["js", "mjs", "cjs", "jsx"]],
  ["json", ["json"]],
  ["php", ["php"]],
  ["powershell", ["ps1", "psm1"]],
  ["python", ["py", "pyi"]],
  ["ruby", ["rb", "rake"]],
  ["rust", ["rs"]],
  ["tsx", ["tsx"]],
  ["typescript", ["ts", "mts", "cts"]],
  ["yaml", ["yaml", "yml"]],
];

const BY_EXTENSION: ReadonlyMap<string, CodeLanguage> = new Map(
  EXTENSIONS.flatMap(([key, extensions]) => {
    const language = LANGUAGES[key];
    return language === undefined ? [] : extensions.map((extension) => [extension, language] as const);
  }),
);

/** The names of the languages, for texts. */
export const LANGUAGE_NAMES: readonly string[] = Object.values(LANGUAGES).map(({ name }) => name);

/** Returns the language of a file by the ending of its name; undefined for none that can be parsed. */
export function languageOf(path: string): CodeLanguage | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase());
}

/** Returns whether functions and imports are found in files of a language, not only trees and lines. */
export function hasFunctions({ query }: CodeLanguage): boolean {
  return query !== COMMENTS_QUERY;
}
