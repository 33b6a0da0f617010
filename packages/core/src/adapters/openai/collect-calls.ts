import { createJsonNesting, type JsonNesting } from "../../json-nesting.ts";
import type { ReceivedToolCall } from "../../ports/model-client.ts";
import { toFields, toText } from "./fields.ts";

/** Assembles tool calls from streamed parts. */
export type CallCollector = {
  /** Adds a part of a call, or a whole one, using at most `room` characters of its arguments. Returns the new text. */
  add(raw: unknown, options: { readonly isWhole: boolean; readonly room: number }): string;
  count(): number;
  /** True while the arguments of a call are incomplete. */
  hasOpenCall(): boolean;
  calls(): readonly ReceivedToolCall[];
};

/** Maximum characters of a name or id; both are far shorter. */
const MAX_NAME = 256;

type PartialToolCall = {
  readonly index: number | null;
  id: string | null;
  name: string;
  arguments: string;
  readonly nesting: JsonNesting;
  /** True for a part with the name of the call before and no arguments: a new call if arguments follow, otherwise a repetition. */
  readonly mayBeRepetition: boolean;
};

type Part = {
  readonly id: string | null;
  readonly index: number | null;
  readonly name: string;
  readonly arguments: string;
};

/**
 * Creates a collector for one answer. Parts match by index, else by id, else the latest call; a part with a different id, or with a name
 * after complete arguments, starts a new call, because some providers number every call 0 or not at all.
 */
export function createCallCollector(): CallCollector {
  const calls: PartialToolCall[] = [];
  const isLeftOut = (call: PartialToolCall): boolean => call.mayBeRepetition && call.arguments === "";
  return {
    add(raw, { isWhole, room }) {
      const part = readPart(raw, room);
      const existing = isWhole ? undefined : findCall(calls, part);
      if (existing === undefined || startsNewCall(existing, part)) return begin(calls, part, existing);
      existing.id ??= part.id;
      // Some providers repeat the full name in each part, others split it.
      if (part.name !== existing.name) existing.name = (existing.name + part.name).slice(0, MAX_NAME);
      append(existing, part.arguments);
      return part.arguments;
    },
    count: () => calls.length,
    hasOpenCall: () => calls.some((call) => !call.nesting.isClosed() && !isLeftOut(call)),
    calls: () =>
      calls
        .filter((call) => !isLeftOut(call))
        .map(({ id, name, arguments: written }) => ({ id, name, arguments: written })),
  };
}

function readPart(raw: unknown, room: number): Part {
  const piece = toFields(raw);
  const fn = toFields(piece["function"]);
  const written = fn["arguments"];
  const text = typeof written === "object" && written !== null ? JSON.stringify(written) : toText(written);
  return {
    id: typeof piece["id"] === "string" && piece["id"] !== "" ? piece["id"].slice(0, MAX_NAME) : null,
    index: typeof piece["index"] === "number" ? piece["index"] : null,
    name: toText(fn["name"]).slice(0, MAX_NAME),
    arguments: text.slice(0, room),
  };
}

function findCall(calls: readonly PartialToolCall[], { index, id }: Part): PartialToolCall | undefined {
  return calls.findLast((call) =>
    index !== null ? call.index === index : id !== null ? call.id === id : true,
  );
}

function startsNewCall(existing: PartialToolCall, { name, id }: Part): boolean {
  if (name === "") return false;
  return (existing.id !== null && id !== null && existing.id !== id) || existing.nesting.isClosed();
}

function begin(calls: PartialToolCall[], part: Part, before: PartialToolCall | undefined): string {
  const { id, index, name } = part;
  const mayBeRepetition =
    before !== undefined &&
    before.name === name &&
    part.arguments === "" &&
    (id === null || id === before.id);
  const nesting = createJsonNesting();
  const call: PartialToolCall = { index, id, name, arguments: "", nesting, mayBeRepetition };
  append(call, part.arguments);
  calls.push(call);
  return name === "" ? part.arguments : `${name} ${part.arguments}`;
}

function append(call: PartialToolCall, written: string): void {
  call.arguments += written;
  call.nesting.add(written);
}
