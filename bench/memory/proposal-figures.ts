import { createInMemoryMemoryStore } from "../../packages/core/src/adapters/in-memory/memory-store.ts";
import { createMemoryFinder } from "../../packages/core/src/memory/memory-finder.ts";
import { chooseMemories } from "../../packages/core/src/memory/choose-memories.ts";
import { searchForTurn } from "../../packages/core/src/memory/recall-entries.ts";
import type { SeenText } from "../../packages/core/src/ports/tool.ts";
import { createTestClock } from "../../packages/core/src/testing/builders.ts";
import { createToolRun } from "../../packages/core/src/testing/tool-run.ts";
import { writeMemoryTool } from "../../packages/core/src/tools/write-memory.ts";
import type { Bound, Figure } from "../figure.ts";
import { type JunkKind, loadProposals, type Proposal } from "./proposals/load-proposals.ts";

type Outcome = { readonly proposal: Proposal; readonly stored: boolean };

const ORIGINS: Readonly<Record<JunkKind, SeenText["origin"] | null>> = {
  ...{ prompt: "runtime", recalled: "memory", injected: "untrusted" },
  ...{ chatter: null, subject: null, date: null },
};

/** Measures what `write_memory` stores of the labeled proposals: those of every second template were not looked at while the gates were tuned. */
export async function proposalFigures(): Promise<readonly Figure[]> {
  const outcomes: Outcome[] = [];
  for (const proposal of loadProposals()) outcomes.push(await propose(proposal));
  const held = outcomes.filter(({ proposal }) => proposal.template % 2 === 1);
  const seen = outcomes.filter(({ proposal }) => proposal.template % 2 === 0);
  const { lost, all } = await correctAll();
  return [
    ...figuresOf("templates not looked at", held, true),
    ...figuresOf("templates looked at", seen, false),
    {
      ...{ what: `corrections that do not win (n ${String(all)})`, unit: "", value: lost },
      bound: { better: "lower", floor: 0, goal: 0 },
    },
  ];
}

function figuresOf(name: string, outcomes: readonly Outcome[], isBound: boolean): readonly Figure[] {
  const stored = outcomes.filter((outcome) => outcome.stored);
  const durable = outcomes.filter(({ proposal }) => proposal.junk === null);
  const percent = (part: readonly Outcome[], of: readonly Outcome[]): number =>
    (100 * part.length) / Math.max(1, of.length);
  const junk = stored.filter(({ proposal }) => proposal.junk !== null);
  const kept = durable.filter((outcome) => outcome.stored);
  const bound = (value: Bound): Bound | null => (isBound ? value : null);
  return [
    {
      ...{ what: `proposals, ${name}: junk among the stored (n ${String(stored.length)})`, unit: "%" },
      ...{ value: percent(junk, stored), bound: bound({ better: "lower", floor: 10, goal: 5 }) },
    },
    {
      ...{ what: `proposals, ${name}: durable kept (n ${String(durable.length)})`, unit: "%" },
      ...{ value: percent(kept, durable), bound: bound({ better: "higher", floor: 80, goal: 90 }) },
    },
  ];
}

/** An agent saves what the person said, or what it saw elsewhere, and quotes it. */
async function propose(proposal: Proposal): Promise<Outcome> {
  const clock = createTestClock();
  const store = createInMemoryMemoryStore(clock);
  const { junk, said, seen, type, name, content } = proposal;
  const origin = junk === null ? null : ORIGINS[junk];
  const texts: readonly SeenText[] = [
    { origin: "person", sequence: 1, text: said },
    ...(origin === null ? [] : [{ origin, sequence: 2, text: seen }]),
  ];
  const run = createToolRun({ seenTexts: () => texts });
  const tool = writeMemoryTool({ store, finder: createMemoryFinder(store) });
  const quote = origin === null ? said : seen;
  const input = { type, name, description: name, keywords: [], content, quote };
  await run.call(tool, input);
  const entries = await store.list(run.context.scope);
  return { proposal, stored: entries.some(({ state }) => state === "active") };
}

/** The first value of each durable template is saved and corrected by the second, under its own name or another: which does a turn about it recall? */
async function correctAll(): Promise<{ readonly lost: number; readonly all: number }> {
  const byTemplate = new Map<number, Proposal[]>();
  for (const proposal of loadProposals().filter(({ junk }) => junk === null))
    byTemplate.set(proposal.template, [...(byTemplate.get(proposal.template) ?? []), proposal]);
  let lost = 0;
  for (const [template, [first, second]] of byTemplate) {
    if (first === undefined || second === undefined) continue;
    const store = createInMemoryMemoryStore(createTestClock());
    const finder = createMemoryFinder(store);
    const scope = { workspaceId: "w", personId: "p" };
    const save = async ({ type, name, content }: Proposal, replaces?: string): Promise<string> => {
      const fields = {
        type: type === "user" ? "user" : "reference",
        name,
        description: name,
        keywords: [],
        content,
      } as const;
      const state = {
        id: crypto.randomUUID(),
        audience: "person",
        state: "active",
        source: null,
        reason: null,
      } as const;
      return (await store.save(scope, { ...fields, ...state, replaces })).entry.id;
    };
    const old = await save(first);
    const other = template % 3 === 0 ? { ...second, name: `${second.name} *` } : second;
    const fix = await save(other, old);
    const candidates = chooseMemories(await searchForTurn(finder, { scope, traceId: "t", text: first.said }));
    const [best] = candidates;
    const entry = await store.get(scope, fix);
    const wins =
      best?.entry.id === fix &&
      entry.content === second.content &&
      candidates.every((candidate) => candidate.entry.id === fix || candidate.outcome !== "chosen");
    if (!wins) lost += 1;
  }
  return { lost, all: byTemplate.size };
}
