import {
  Blocks,
  BookOpen,
  Bot,
  Braces,
  Calculator,
  Clock,
  FilePenLine,
  FileText,
  FolderTree,
  Globe,
  ListTodo,
  MessageCircleQuestionMark,
  NotebookText,
  ScrollText,
  Search,
  SquareTerminal,
  Target,
  Wrench,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";

// The first match wins. The icon shows the kind of action, independent of the exact tool name.
const KINDS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^mcp|__/, Blocks],
  [/^ask_/, MessageCircleQuestionMark],
  [/result/, ScrollText],
  [/lsp|parse|metrics|signature|dependenc|code/, Braces],
  [/goal|plan/, Target],
  [/todo/, ListTodo],
  [/memory/, NotebookText],
  [/skill/, BookOpen],
  [/web|fetch|http|browser/, Globe],
  [/list_dir|tree/, FolderTree],
  [/grep|search|find|glob|list|lookup/, Search],
  [/edit|write|patch|replace|create|delete|move/, FilePenLine],
  [/read|view|file|show/, FileText],
  [/calc|math/, Calculator],
  [/time|date|clock/, Clock],
  [/bash|command|shell|run|exec|test|process|lint/, SquareTerminal],
  [/agent|task|spawn|explore/, Bot],
];

/** Returns the icon for the kind of a tool. */
export function toolIcon(name: string): LucideIcon {
  return KINDS.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? Wrench;
}
