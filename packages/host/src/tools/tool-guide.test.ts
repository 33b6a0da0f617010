import { fileURLToPath } from "node:url";
import { createMemoryFinder } from "@goaltrace/core/memory";
import { createInMemoryMemoryStore } from "@goaltrace/core/in-memory";
import { createTestClock } from "@goaltrace/core/testing";
import type { ProfileStore } from "@goaltrace/core/ports";
import { type ToolFacts, toolFacts } from "@goaltrace/core/tools";
import { createLanguageServers, type Sandbox } from "@goaltrace/tools";
import { expect, it } from "vitest";
import { runtimeTools } from "./runtime-tools.ts";

const GUIDE = fileURLToPath(new URL("../../../../docs/guide/tools.md", import.meta.url));

/** Only definitions are read. */
const NO_PROFILES = {} as ProfileStore;
const NO_SANDBOX: Sandbox = { report: async () => ({ strength: "enforcing" }), wrap: async () => null };
const NO_SKILLS = {} as Parameters<typeof runtimeTools>[0]["skillWriting"];

/** Returns the page of tools, generated from their definitions. */
function toolGuide(tools: readonly ToolFacts[]): string {
  return [
    "# Tools",
    "",
    "Generated from the definitions that agents get; do not edit it. The page **Tools** of a workspace shows the same with what its rules decide,",
    "how often runs call each tool, and a form to try it. `goaltrace tools list` and `goaltrace tools call` do that on the command line. Tools of",
    "[MCP servers](mcp.md) come on top.",
    ...tools.flatMap(toolSection),
    "",
  ].join("\n");
}

function toolSection({ name, description, arguments: rows, output, ...facts }: ToolFacts): readonly string[] {
  return [
    ...["", `## ${name}`, "", toMarkdown(description), "", `${notes({ ...facts, name }).join("; ")}.`],
    ...(rows.length === 0 ? [] : ["", "| argument | type | meaning |", "| --- | --- | --- |"]),
    ...rows.map(
      (row) =>
        `| \`${row.name}\`${row.isRequired ? "" : " (optional)"} | \`${cell(row.type)}\` | ${cell(toMarkdown(row.description))} |`,
    ),
    ...(output.length === 0 ? [] : ["", "| result, for programs | type | meaning |", "| --- | --- | --- |"]),
    ...output.map(
      (row) => `| \`${row.name}\` | \`${cell(row.type)}\` | ${cell(toMarkdown(row.description))} |`,
    ),
  ];
}

function notes(facts: Omit<ToolFacts, "description" | "arguments" | "output">): readonly string[] {
  const {
    name,
    annotations,
    subject,
    offered,
    timeLimitMs,
    fillsSecrets,
    urlPatterns,
    requiresConfirmation,
  } = facts;
  return [
    annotations.readOnlyHint === true ? "Changes nothing" : "Has effects",
    ...(annotations.openWorldHint === true ? ["reaches outside"] : []),
    ...(subject === null ? [] : [`rules match \`${subject.field}\` as a ${subject.kind}`]),
    ...(name === "search" ? ["only where the operator or the workspace names a service"] : []),
    ...(offered === "by_name" ? ["only for agents that name it"] : []),
    ...(requiresConfirmation ? ["a person confirms every call"] : []),
    ...(urlPatterns === null ? [] : [`only for ${urlPatterns.join(", ")}`]),
    ...(fillsSecrets ? ["can be given secrets"] : []),
    timeLimitMs === null ? "limits its own time" : `time limit ${timeLimitMs / 1000} s`,
  ];
}

/** Texts for models contain words in brackets, which Markdown would take for links or tags. */
function toMarkdown(text: string): string {
  return text.replaceAll(/[[\]<>*_]/gu, (character) => `\\${character}`);
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/gu, " ");
}

it("matches the page of tools in the guide (update it with -u)", async () => {
  const store = createInMemoryMemoryStore(createTestClock());
  const { tools } = runtimeTools({
    machine: { sandbox: NO_SANDBOX, variables: {} },
    languageServers: createLanguageServers({
      ...{ machine: { sandbox: NO_SANDBOX, variables: {} }, folder: "/nowhere", newId: () => "" },
    }),
    web: {
      privateHosts: new Set(),
      search: { provider: "searxng", key: "", url: new URL("https://search.example.com") },
    },
    profiles: NO_PROFILES,
    skillWriting: NO_SKILLS,
    memory: { store, finder: createMemoryFinder(store) },
  });
  await expect(toolGuide(tools.map(toolFacts))).toMatchFileSnapshot(GUIDE);
});
