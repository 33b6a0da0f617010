"use client";
import type { LucideIcon } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { CommandKind, CommandScope, Label } from "./command.ts";

/** A command bound to its target. */
export type BoundCommand = {
  readonly id: string;
  readonly label: Label;
  readonly icon: LucideIcon | null;
  readonly keys: readonly string[];
  readonly when: () => boolean;
  readonly run: (() => void) | null;
};

export type BoundGroup = {
  readonly title: Label;
  readonly kind: CommandKind;
  readonly scope: CommandScope;
  readonly inPalette: boolean;
  /** The element that must contain the focus, for groups of scope `focus` and `area`. */
  readonly element: () => Element | null;
  readonly commands: readonly BoundCommand[];
};

const NONE: readonly BoundGroup[] = [];
const listeners = new Set<() => void>();
let registered = NONE;

/** Adds groups to the registry. Returns the function that removes them. */
export function registerCommands(groups: readonly BoundGroup[]): () => void {
  setRegistered([...registered, ...groups]);
  return () => {
    setRegistered(registered.filter((group) => !groups.includes(group)));
  };
}

/** Returns the registered commands, in the order of registration. */
export function registeredCommands(): readonly BoundGroup[] {
  return registered;
}

/** Returns the registered commands and re-renders when they change. */
export function useRegisteredCommands(): readonly BoundGroup[] {
  return useSyncExternalStore(subscribe, registeredCommands, () => NONE);
}

function setRegistered(next: readonly BoundGroup[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
