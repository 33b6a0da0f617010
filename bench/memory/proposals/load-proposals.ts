import { DURABLE } from "./durable-proposals.ts";
import { JUNK } from "./junk-proposals.ts";

/** Kinds of junk: by the source of its words, or by their meaning. */
const JUNK_KINDS = ["prompt", "recalled", "chatter", "subject", "date", "injected"] as const;
export type JunkKind = (typeof JUNK_KINDS)[number];

/** Something that an agent proposes to remember. */
export type Proposal = {
  /** Null if later conversations need it. */
  readonly junk: JunkKind | null;
  /** The number of its template: every second one was not looked at while the gates were tuned. */
  readonly template: number;
  readonly said: string;
  /** A text that the run has seen besides; empty for none. */
  readonly seen: string;
  readonly type: string;
  readonly name: string;
  readonly content: string;
};

/** The 1,000 labeled proposals: 500 worth keeping and 500 that are junk, half of them in Chinese. */
export function loadProposals(): readonly Proposal[] {
  return [
    ...lines(DURABLE).flatMap(([type = "", said = "", name = "", content = "", ...slots], template) =>
      fill({ junk: null, template, seen: "", type, said, name, content }, slots),
    ),
    ...lines(JUNK).flatMap(
      ([kind, type = "", said = "", seen = "", name = "", content = "", ...slots], template) => {
        const junk = JUNK_KINDS.find((known) => known === kind) ?? null;
        return fill({ junk, template, seen: seen === "-" ? "" : seen, type, said, name, content }, slots);
      },
    ),
  ];
}

function lines(text: string): readonly (readonly string[])[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" | "));
}

/** One proposal for each value of the slots. */
function fill(proposal: Proposal, slots: readonly string[]): readonly Proposal[] {
  const values = slots.map((slot) => [`{${slot.charAt(0)}}`, slot.slice(2).split(";")] as const);
  const count = values[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const write = (text: string): string =>
      values.reduce((written, [slot, list]) => written.replaceAll(slot, list[index] ?? ""), text);
    const { said, seen, name, content } = proposal;
    return { ...proposal, said: write(said), seen: write(seen), name: write(name), content: write(content) };
  });
}
