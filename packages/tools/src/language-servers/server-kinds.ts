import { join } from "node:path";

/** A package of npm, with the digest that the registry must send. */
export type PinnedPackage = { readonly name: string; readonly version: string; readonly integrity: string };

/** A language server that is known. */
export type ServerKind = {
  readonly name: string;
  /** The languages as people call them. */
  readonly label: string;
  /** The language of a file by its ending, as the protocol calls it. */
  readonly languages: Readonly<Record<string, string>>;
  /** Packages that are installed on first use; null for a program that people install themselves. */
  readonly packages: readonly PinnedPackage[] | null;
  /** Returns the program and its arguments. `modules`: the folder of the installed packages. */
  command(modules: string): readonly string[];
  /** Returns the options that the server gets at its start. */
  options(modules: string): Readonly<Record<string, unknown>>;
  /** How problems are asked for: by a request of TypeScript, by the request of the protocol, or by waiting until they are sent. */
  readonly problems: "tsserver" | "pull" | "push";
};

const typescript: ServerKind = {
  name: "typescript-language-server",
  label: "TypeScript and JavaScript",
  languages: {
    ...{ ts: "typescript", mts: "typescript", cts: "typescript", tsx: "typescriptreact" },
    ...{ js: "javascript", mjs: "javascript", cjs: "javascript", jsx: "javascriptreact" },
  },
  packages: [
    {
      ...{ name: "typescript-language-server", version: "5.3.0" },
      integrity:
        "sha512-5puofxZHgFdAYtfNpmwCAvgtaYgg8wrUnH30m7Ze3QuguId5RNRadKASpOpyDxTyUdAF51FjhTdjntLw/EuWcQ==",
    },
    {
      ...{ name: "typescript", version: "6.0.3" },
      integrity:
        "sha512-y2TvuxSZPDyQakkFRPZHKFm+KKVqIisdg9/CZwm9ftvKXLP8NRWj38/ODjNbr43SsoXqNuAisEf1GdCxqWcdBw==",
    },
  ],
  command: (modules) => ["node", join(modules, "typescript-language-server/lib/cli.mjs"), "--stdio"],
  // The compiler of the project would be code of the project, and types are not fetched from the network.
  options: (modules) => ({
    tsserver: { path: join(modules, "typescript/lib/tsserver.js") },
    disableAutomaticTypingAcquisition: true,
  }),
  problems: "tsserver",
};

const pyright: ServerKind = {
  name: "pyright",
  label: "Python",
  languages: { py: "python", pyi: "python" },
  packages: [
    {
      ...{ name: "pyright", version: "1.1.414" },
      integrity:
        "sha512-FPZZb51jepDX4eP7TEYDeNFtmE3WgwkkEcJpvH3/QmUSsj0EAy3LXu+xB4T/FWDejtsXlCfFr/rbWFjwuwuXww==",
    },
  ],
  command: (modules) => ["node", join(modules, "pyright/langserver.index.js"), "--stdio"],
  options: () => ({}),
  problems: "pull",
};

const gopls: ServerKind = {
  ...{ name: "gopls", label: "Go", languages: { go: "go" }, packages: null, problems: "push" },
  command: () => ["gopls"],
  options: () => ({}),
};

const rustAnalyzer: ServerKind = {
  ...{ name: "rust-analyzer", label: "Rust", languages: { rs: "rust" }, packages: null, problems: "push" },
  command: () => ["rust-analyzer"],
  options: () => ({}),
};

export const SERVER_KINDS: readonly ServerKind[] = [typescript, pyright, gopls, rustAnalyzer];

/** Returns the server for a file and the language of the file; undefined if none is known. */
export function serverFor(
  path: string,
): { readonly kind: ServerKind; readonly language: string } | undefined {
  const ending = /\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? "";
  for (const kind of SERVER_KINDS) {
    const language = Object.hasOwn(kind.languages, ending) ? kind.languages[ending] : undefined;
    if (language !== undefined) return { kind, language };
  }
  return undefined;
}
