import { z } from "zod";
import { referencedNames } from "../../loop/plan/references.ts";
import { nearestName } from "../../nearest-name.ts";
import type { ToolSet } from "../../ports/tool.ts";
import { type ReadAnswer, readJsonAnswer } from "../../read-json-answer.ts";
import { MAX_CLUSTER_CALLS } from "../tunables.ts";

/** A planned call. `deps` has every call whose result it uses. */
export type ClusterNode = {
  readonly id: string;
  readonly title: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly deps: readonly string[];
};

const clusterSchema = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[A-Za-z]\w{0,6}$/u),
        title: z.string().trim().min(1).max(300).optional(),
        tool: z.string().min(1).max(100),
        args: z.record(z.string(), z.unknown()).default({}),
        deps: z.array(z.string()).max(20).default([]),
      }),
    )
    .min(1)
    .max(MAX_CLUSTER_CALLS),
});

/**
 * Reads a graph of calls and checks all of it, before anything runs: ids are unique, references and deps name calls of the graph, no calls wait
 * for each other in a circle, tools exist, and arguments without references match their schema. Calls are in an order in which they can run.
 */
export function readCluster(answer: string, tools: ToolSet): ReadAnswer<readonly ClusterNode[]> {
  const read = readJsonAnswer(answer, clusterSchema);
  if (!read.ok) return read;
  const nodes = read.value.steps.map(({ id, title, tool, args, deps }): ClusterNode => ({
    ...{ id, title: title ?? tool, tool, args },
    deps: [...new Set([...deps, ...referencedNames(args)])],
  }));
  const problem = firstProblem(nodes, tools);
  if (problem !== null) return { ok: false, problem };
  const ordered = inOrder(nodes);
  return ordered.length === nodes.length
    ? { ok: true, value: ordered }
    : { ok: false, problem: circleProblem(nodes, ordered) };
}

function firstProblem(nodes: readonly ClusterNode[], tools: ToolSet): string | null {
  const ids = nodes.map(({ id }) => id);
  for (const [index, node] of nodes.entries()) {
    if (ids.indexOf(node.id) !== index) return `The id ${node.id} is used twice.`;
    const unknown = node.deps.find((id) => !ids.includes(id));
    if (unknown !== undefined) return `${node.id} refers to ${unknown}, which is not in the plan.`;
    const problem = toolProblem(node, tools);
    if (problem !== null) return problem;
  }
  return null;
}

function toolProblem({ id, tool: name, args }: ClusterNode, tools: ToolSet): string | null {
  const tool = tools.find(name);
  if (tool === undefined) {
    const near = nearestName(
      name,
      tools.tools.map((known) => known.name),
    );
    return `${id} calls the tool ${name}, which does not exist.${near === undefined ? "" : ` Did you mean ${near}?`}`;
  }
  // Values that are not known yet cannot be checked; the call itself checks them.
  if (referencedNames(args).length > 0) return null;
  const parsed = tool.input.safeParse(args);
  return parsed.success ? null : `The arguments of ${id} do not fit ${name}: ${parsed.error.message}`;
}

/** The calls in an order in which each comes after those it uses; without the calls of a circle and those behind it. */
function inOrder(nodes: readonly ClusterNode[]): readonly ClusterNode[] {
  const placed: ClusterNode[] = [];
  const done = new Set<string>();
  for (let before = -1; before !== placed.length;) {
    before = placed.length;
    for (const node of nodes) {
      if (done.has(node.id) || node.deps.some((id) => !done.has(id))) continue;
      done.add(node.id);
      placed.push(node);
    }
  }
  return placed;
}

function circleProblem(nodes: readonly ClusterNode[], ordered: readonly ClusterNode[]): string {
  const rest = nodes.filter((node) => !ordered.includes(node)).map(({ id }) => id);
  return `These calls wait for each other in a circle: ${rest.join(", ")}.`;
}
