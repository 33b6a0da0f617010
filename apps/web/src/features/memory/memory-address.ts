/** The parts of the page. */
export const MEMORY_TABS = ["entries", "review", "experiences", "profile", "tidy", "test"] as const;
export type MemoryTab = (typeof MEMORY_TABS)[number];

/** The state of the page in its address: a part, and the entry that is open there; `new` is the form for a new one. */
export type MemoryAddress = {
  readonly tab: MemoryTab;
  readonly entry: string | null;
  readonly isEditing: boolean;
  /** The initial query of the list. */
  readonly query: string;
};

/** The id in addresses of an entry that does not exist yet. */
export const NEW_ENTRY = "new";

/** Returns the key under which the unsaved text of an entry or a rule is kept. */
export function memoryDraftKey(workspace: string, kind: "entry" | "experience", id: string | null): string {
  return `memory.draft.${workspace}.${kind}.${id ?? NEW_ENTRY}`;
}

/** Reads an address; unknown values are those of the start. */
export function readMemoryAddress(query: URLSearchParams): MemoryAddress {
  const tab = MEMORY_TABS.find((known) => known === query.get("tab")) ?? "entries";
  return {
    tab,
    entry: query.get("entry"),
    isEditing: query.get("edit") === "1",
    query: query.get("q") ?? "",
  };
}

/** Writes an address as a query, without the values of the start. */
export function writeMemoryAddress({ tab, entry, isEditing, query: words }: MemoryAddress): string {
  const query = new URLSearchParams();
  if (words !== "") query.set("q", words);
  if (tab !== "entries") query.set("tab", tab);
  if (entry !== null) query.set("entry", entry);
  if (isEditing) query.set("edit", "1");
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
