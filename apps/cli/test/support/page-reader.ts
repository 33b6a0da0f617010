import type { ChatRequest } from "./chat-request.ts";
import type { MockAnswer } from "./mock-model.ts";

/** The goal that a page-reading model plans first and must still have at the end. */
export const READING_GOAL = "Read every page in order and never touch the archive";
/** The final message of the reader. */
export const ALL_READ = "All pages are read.";
/** Returns the name of the n-th page, counted from 1. */
export const pageName = (number: number): string => `page-${number}.txt`;
/** Returns whether a request asks for a summary. */
export const asksForSummary = (body: string): boolean => body.includes("<runtime-request>");

const BATCH = 3;

/** A model that plans once and then reads all pages, three at a time; it derives its position from the messages alone. */
export function readPages(count: number): (request: ChatRequest) => MockAnswer {
  return (request) => {
    const body = JSON.stringify(request.messages);
    if (asksForSummary(body))
      return { text: "## 1. Primary request and intent\nRead all pages.\n## 9. Next step\nGo on." };
    if (!body.includes(READING_GOAL))
      return {
        calls: [{ name: "goal", arguments: { operations: [{ op: "add", title: READING_GOAL }] } }],
      };
    const read = [...body.matchAll(/page-(\d+)\.txt/gu)].map((match) => Number(match[1]));
    const next = Math.max(0, ...read) + 1;
    if (next > count) return { text: ALL_READ };
    return {
      calls: Array.from({ length: Math.min(BATCH, count - next + 1) }, (_, index) => ({
        name: "read_file",
        arguments: { path: pageName(next + index) },
      })),
    };
  };
}

/** Returns the text of a page: too long for a small window, and different from every other page. */
export function pageText(number: number): string {
  return Array.from(
    { length: 160 },
    (_, line) => `Entry ${number}.${line}: amount ${number * 997 + line * 13}, paid.`,
  ).join("\n");
}
