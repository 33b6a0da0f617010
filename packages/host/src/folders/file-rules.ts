import { homedir } from "node:os";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core";
import { z } from "zod";

/** Facts about a server process that decide which project folders it accepts. */
export type FolderRules = {
  /** Absolute paths below which project folders may be; empty when the operator listed none. */
  readonly roots: readonly string[];
  /** True if only this machine reaches the server. */
  readonly isLoopback: boolean;
  /** The checkout that the product runs from. */
  readonly checkout: string;
  /** The folder of the server's state. */
  readonly home: string;
  /** The home folder of the person who runs the server. */
  readonly personHome: string;
};

/** The operator's rules for tools and files. */
export type FileRules = {
  /** Null for a person at a terminal, who may choose any folder. */
  readonly folders: FolderRules | null;
  /** Whether tools may write files that instruct agents or run on their own. */
  readonly allowsProtectedWrites: boolean;
  /** Whether an AGENTS.md that differs from the last commit counts as instructions. */
  readonly allowsUncommittedInstructions: boolean;
};

const text = z.string().trim().optional().default("");
const flag = text.refine((value) => ["", "0", "1"].includes(value), "must be 1 (allowed) or 0");
const SCHEMA = z.object({
  GOALTRACE_FOLDER_ROOTS: text.transform((value, check) => {
    const roots = value.split(path.delimiter).filter((root) => root !== "");
    if (!roots.every((root) => path.isAbsolute(root)))
      check.addIssue(`must list absolute paths, separated by "${path.delimiter}"`);
    return roots;
  }),
  GOALTRACE_ALLOW_PROTECTED_WRITES: flag,
  GOALTRACE_ALLOW_UNCOMMITTED_INSTRUCTIONS: flag,
  GOALTRACE_URL: text,
  HOST: text,
});

/**
 * Reads the rules from environment variables; `server` has the folders of a server process and is null for a person at a terminal. Throws
 * CONFIGURATION_INVALID naming every invalid variable.
 */
export function readFileRules(
  variables: Readonly<Record<string, string | undefined>>,
  server: { readonly checkout: string; readonly home: string } | null,
): FileRules {
  const parsed = SCHEMA.safeParse(variables);
  if (!parsed.success) {
    throw new GoaltraceError({
      code: "CONFIGURATION_INVALID",
      message: parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "),
      fix: "Fix these environment variables; .env.example describes each of them.",
    });
  }
  const values = parsed.data;
  const isLoopback = isLoopbackHost(values.HOST) && isLoopbackUrl(values.GOALTRACE_URL);
  return {
    folders:
      server === null
        ? null
        : { ...server, roots: values.GOALTRACE_FOLDER_ROOTS, isLoopback, personHome: homedir() },
    allowsProtectedWrites: values.GOALTRACE_ALLOW_PROTECTED_WRITES === "1",
    allowsUncommittedInstructions: values.GOALTRACE_ALLOW_UNCOMMITTED_INSTRUCTIONS === "1",
  };
}

/** Without HOST the server listens on this machine only. */
function isLoopbackHost(host: string): boolean {
  return host === "" || host === "localhost" || host === "::1" || host === "[::1]" || host.startsWith("127.");
}

/** A public address reaches the server through a proxy, wherever it listens. */
function isLoopbackUrl(url: string): boolean {
  return url === "" || (URL.canParse(url) && isLoopbackHost(new URL(url).hostname));
}
