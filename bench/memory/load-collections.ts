import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { SearchDocument } from "../../packages/core/src/search/search-document.ts";
import type { Collection, Question } from "./question.ts";

type Row = Readonly<Record<string, unknown>>;

const CORPUS = ".corpus.jsonl";
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Reads the recorded sets whose file names begin with `prefix` from `memory` in a data folder, one collection per group; none without the files. */
export function loadCollections(dataFolder: string | null, prefix: string): readonly Collection[] {
  const folder = path.join(dataFolder ?? "", "memory");
  if (dataFolder === null || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && file.endsWith(CORPUS))
    .toSorted()
    .flatMap((file) => readSet(path.join(folder, file)));
}

function readSet(corpus: string): readonly Collection[] {
  const rows = readRows(corpus);
  const questions = readRows(corpus.replace(CORPUS, ".queries.jsonl"));
  const groups = new Set(questions.map((row) => text(row, "group")));
  return [...groups].map((name) => ({
    name,
    // A set with one group does not name it at each text.
    documents: rows.flatMap((row, position) =>
      [name, ""].includes(text(row, "group")) ? [toDocument(row, position)] : [],
    ),
    questions: questions.filter((row) => text(row, "group") === name).map(toQuestion),
  }));
}

function toDocument(row: Row, position: number): SearchDocument {
  const author = text(row, "speaker");
  const successor = text(row, "superseded_by");
  const isEntry = text(row, "type") !== "";
  const day = `${text(row, "group")}/${text(row, "ts")}`;
  return {
    id: text(row, "id"),
    name: text(row, "name"),
    keywords: list(row, "keywords"),
    description: text(row, "description"),
    // Turns repeat their speaker in the text.
    content: isEntry
      ? text(row, "content")
      : text(row, "text").replace(author === "" ? "" : `${author}: `, ""),
    author: author === "" ? null : author,
    savedAt: readTime(text(row, isEntry ? "saved_at" : "ts")),
    thread: isEntry ? null : text(row, "session") || day,
    position,
    supersededBy: successor === "" ? null : `${text(row, "type")}/${successor}`,
  };
}

function toQuestion(row: Row): Question {
  return {
    query: text(row, "query"),
    gold: list(row, "gold"),
    category: text(row, "category"),
    forbidden: list(row, "forbid"),
  };
}

/** Reads `2026-02-03` and `1:56 pm on 8 May, 2023`. */
function readTime(time: string): number | null {
  const [, day, month = "", year] = /(\d+) ([A-Za-z]+), (\d{4})/u.exec(time) ?? [];
  const parsed =
    day === undefined
      ? Date.parse(time)
      : Date.UTC(Number(year), MONTHS.indexOf(month.slice(0, 3).toLowerCase()), Number(day));
  return Number.isNaN(parsed) ? null : parsed;
}

function readRows(file: string): readonly Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const row: unknown = JSON.parse(line);
      return typeof row === "object" && row !== null ? Object.fromEntries(Object.entries(row)) : {};
    });
}

function text(row: Row, name: string): string {
  const value = row[name];
  return typeof value === "string" ? value : "";
}

function list(row: Row, name: string): readonly string[] {
  const value = row[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
