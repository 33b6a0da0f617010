import { Blocks, Bot, FileText, Globe, Pencil, Search, Target, Terminal, Wrench } from "lucide-react";
import type { LucideIcon } from "lucide-react";

// First match wins: the icon is the kind of the action, whatever the exact name of the tool.
const KINDS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^mcp|__/, Blocks],
  [/goal|todo|plan/, Target],
  [/web|fetch|http|browser/, Globe],
  [/grep|search|find|glob|list|lookup/, Search],
  [/edit|write|patch|replace|create|delete|move/, Pencil],
  [/read|view|file|show/, FileText],
  [/bash|command|shell|run|exec|test/, Terminal],
  [/agent|task|spawn|explore/, Bot],
];

/** The icon for a tool's kind. */
export function toolIcon(name: string): LucideIcon {
  return KINDS.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? Wrench;
}
