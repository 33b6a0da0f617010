import type { Tool } from "../../ports/tool.ts";
import { toolEffect } from "../tools/tool-effect.ts";
import { isSameTarget } from "./same-target.ts";

/** A call as denials compare it. `target` is what it changes; null for a call that changes nothing. */
export type ComparedCall = {
  readonly traceId: string;
  readonly tool: string;
  readonly argumentsDigest: string;
  readonly target: string | null;
};

/** A call that a person denied, with the person's reason. */
export type Denial = ComparedCall & { readonly reason: string };

/** The calls that people denied anywhere in a tree of runs, so that no other run of the tree gets around a denial. */
export type TreeDenials = {
  /** Adds a denial, once. */
  add(denial: Denial): void;
  /** True if no call has been denied, so that none needs to be compared. */
  isEmpty(): boolean;
  /** Returns the denials in these runs. */
  of(traceIds: ReadonlySet<string>): readonly Denial[];
  /** Returns the newest denial of the same call, otherwise of a call that may achieve the same, by another run. */
  find(call: ComparedCall): { readonly kind: "same_call" | "same_target"; readonly denial: Denial } | null;
};

/** Creates the record of one tree. */
export function createTreeDenials(): TreeDenials {
  const denials: Denial[] = [];
  return {
    add: (denial) => {
      if (!denials.some((known) => isSameDenial(known, denial))) denials.push(denial);
    },
    isEmpty: () => denials.length === 0,
    of: (traceIds) => denials.filter(({ traceId }) => traceIds.has(traceId)),
    find: (call) => {
      const others = denials.filter(({ traceId }) => traceId !== call.traceId).reverse();
      const same = others.find(
        ({ tool, argumentsDigest }) => tool === call.tool && argumentsDigest === call.argumentsDigest,
      );
      if (same !== undefined) return { kind: "same_call", denial: same };
      const { target: tried } = call;
      const target = others.find(
        (denial) => denial.target !== null && tried !== null && isSameTarget(denial.target, tried),
      );
      return target === undefined ? null : { kind: "same_target", denial: target };
    },
  };
}

function isSameDenial(left: Denial, right: Denial): boolean {
  return (
    left.traceId === right.traceId &&
    left.tool === right.tool &&
    left.argumentsDigest === right.argumentsDigest
  );
}

/** Returns what a call changes: a file, an address, a command or, for a tool without a subject, the tool itself. Null for a call without effects. */
export function changedTarget({ name, annotations, subject }: Tool, input: unknown): string | null {
  if (toolEffect(annotations) === "read_only") return null;
  if (subject === undefined) return `tool:${name}`;
  if (typeof input !== "object" || input === null) return null;
  const value: unknown = new Map<string, unknown>(Object.entries(input)).get(subject.field);
  if (typeof value !== "string") return null;
  return `${subject.kind}:${PLAIN[subject.kind](value)}`;
}

const PLAIN = {
  path: plainPath,
  url: plainAddress,
  command: (command: string) => command.trim(),
} as const satisfies Record<NonNullable<Tool["subject"]>["kind"], (value: string) => string>;

function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll("\\", "/").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function plainAddress(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}
