"use client";
import type { LucideIcon } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { CommandKind, CommandScope, Label } from "./command.ts";

/** A command together with what it acts on. */
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
  /** The element whose focus a group of scope `focus` waits for. */
  readonly element: () => Element | null;
  readonly commands: readonly BoundCommand[];
};

const NONE: readonly BoundGroup[] = [];
const listeners = new Set<() => void>();
let registered = NONE;

/** Adds groups to the registry; the returned function takes them out again. */
export function registerCommands(groups: readonly BoundGroup[]): () => void {
  become([...registered, ...groups]);
  return () => {
    become(registered.filter((group) => !groups.includes(group)));
  };
}

/** The registered commands, in the order of registration. */
export function registeredCommands(): readonly BoundGroup[] {
  return registered;
}

/** What is registered now; renders again when that changes. */
export function useRegisteredCommands(): readonly BoundGroup[] {
  return useSyncExternalStore(subscribe, registeredCommands, () => NONE);
}

function become(next: readonly BoundGroup[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
