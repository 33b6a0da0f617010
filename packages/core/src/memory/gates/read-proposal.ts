import type { MemoryFields } from "../../ports/memory-store.ts";
import { type EntryProposal, type GateProblem, MEMORY_TYPES } from "../entry-proposal.ts";

const TEXTS = ["name", "description", "content"] as const;

/** Returns the fields of a proposal, or a problem for each that is missing, empty or of another kind. */
export function readProposal(
  proposal: EntryProposal,
): { readonly entry: MemoryFields } | { readonly problems: readonly GateProblem[] } {
  const [name, description, content] = TEXTS.map((field) => readText(proposal[field]));
  const type = MEMORY_TYPES.find((known) => known === proposal["type"]);
  const keywords = readList(proposal["keywords"]);
  if (type === undefined || keywords === null || !name || !description || !content) {
    const isMissing = { type: type === undefined, name: !name, description: !description, content: !content };
    const fields = Object.entries({ ...isMissing, keywords: keywords === null });
    return {
      problems: fields.flatMap(([found, missing]) =>
        missing ? [{ gate: "schema" as const, found, instead: null }] : [],
      ),
    };
  }
  return { entry: { type, name, description, keywords, content } };
}

function readText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function readList(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const texts = value.filter((item) => typeof item === "string");
  return texts.length === value.length ? texts : null;
}
