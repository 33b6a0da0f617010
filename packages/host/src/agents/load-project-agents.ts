import { AGENT_NAME, type AgentLayer } from "@goaltrace/core/agents";
import type { ToolSet } from "@goaltrace/core/tools";
import { listProjectFiles, readProjectFile } from "@goaltrace/tools";
import { PROJECT_AGENT_MAX_BYTES, PROJECT_AGENTS_MOST } from "../tunables.ts";
import type { AgentWarning, AgentWarningKind } from "./agent-warning.ts";
import { readAgentFile } from "./read-agent-file.ts";

/** The folder of definitions, relative to a project folder. */
const AGENTS_FOLDER = ".goaltrace/agents";
const EXTENSION = ".md";

/** The definitions of a project folder, and what is wrong with its files. */
export type ProjectAgents = {
  readonly layers: readonly AgentLayer[];
  readonly warnings: readonly AgentWarning[];
};

const NONE: ProjectAgents = { layers: [], warnings: [] };

/**
 * Reads the definitions of a project folder; none if it has no such files. A file that cannot be read becomes a definition with a problem: it may
 * take rights away, so its agent must not run, while all others are as usual.
 */
export async function loadProjectAgents(
  folder: string | null,
  { tools, forbiddenFolders }: { readonly tools: ToolSet; readonly forbiddenFolders: readonly string[] },
): Promise<ProjectAgents> {
  if (folder === null) return NONE;
  const listed = await listProjectFiles(folder, AGENTS_FOLDER, {
    most: PROJECT_AGENTS_MOST,
    forbiddenFolders,
  });
  if (listed.kind === "missing") return NONE;
  if (listed.kind === "unreadable")
    return { layers: [], warnings: [warning("outside", AGENTS_FOLDER, listed.problem)] };
  const agents = await Promise.all(
    listed.names
      .filter((name) => name.endsWith(EXTENSION))
      .map(async (name) => await loadFile(folder, name, { tools, forbiddenFolders })),
  );
  const links = listed.links
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => broken(name, "link", "It is a link, and definitions are never read through links."));
  const all = [...agents, ...links];
  return {
    layers: all.flatMap(({ layers }) => layers),
    warnings: [
      ...all.flatMap(({ warnings }) => warnings),
      ...(listed.isTruncated
        ? [warning("too_many", AGENTS_FOLDER, `Only ${PROJECT_AGENTS_MOST} of its files were read.`)]
        : []),
    ],
  };
}

async function loadFile(
  folder: string,
  fileName: string,
  { tools, forbiddenFolders }: { readonly tools: ToolSet; readonly forbiddenFolders: readonly string[] },
): Promise<ProjectAgents> {
  const file = `${AGENTS_FOLDER}/${fileName}`;
  const name = fileName.slice(0, -EXTENSION.length);
  if (!AGENT_NAME.safeParse(name).success)
    return { layers: [], warnings: [warning("bad_name", file, "Its name cannot be the name of an agent.")] };
  const read = await readProjectFile(folder, file, { maxBytes: PROJECT_AGENT_MAX_BYTES, forbiddenFolders });
  if (read.kind === "missing") return NONE;
  if (read.kind === "unreadable") {
    const kind = read.problem.includes("bytes") ? "too_large" : "unreadable";
    return broken(fileName, kind, read.problem);
  }
  const { fields, warnings, problem } = readAgentFile(read.text, { file, name, tools });
  return { layers: [{ layer: "project", name, fields, version: null, file, problem }], warnings };
}

function broken(fileName: string, kind: AgentWarningKind, problem: string): ProjectAgents {
  const file = `${AGENTS_FOLDER}/${fileName}`;
  const name = fileName.slice(0, -EXTENSION.length);
  return {
    layers: AGENT_NAME.safeParse(name).success
      ? [{ layer: "project", name, fields: {}, version: null, file, problem }]
      : [],
    warnings: [warning(kind, file, problem)],
  };
}

function warning(kind: AgentWarningKind, file: string, message: string): AgentWarning {
  return { kind, file, message, fix: FIXES[kind] ?? "Correct the file, or remove it." };
}

const FIXES: Readonly<Partial<Record<AgentWarningKind, string>>> = {
  link: "Replace the link by the file itself.",
  outside: "Replace it by a folder inside the project folder.",
  too_large: "Shorten the instructions.",
  bad_name:
    "Use up to 40 lower-case letters, digits and hyphens, beginning with a letter, such as reviewer.md.",
  too_many: "Remove files that are no agents.",
};
