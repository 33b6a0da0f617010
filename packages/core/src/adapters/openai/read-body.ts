import { cleanForeignText } from "../../foreign-text.ts";
import type { HttpResponse } from "../../ports/http-transport.ts";
import { readReportedError, type ReportedError } from "./reported-error.ts";
import { parseJson } from "../../parse-json.ts";

/** The body of a response that is not an answer, by its contents; servers often state a wrong type. */
export type ReadBody =
  | { readonly kind: "empty" }
  | { readonly kind: "web_page"; readonly title: string }
  | { readonly kind: "error"; readonly error: ReportedError }
  | { readonly kind: "json" | "text"; readonly text: string };

/** Classifies the text of a body, of which a part is enough. */
export function readBody(text: string): ReadBody {
  const trimmed = text.trimStart();
  if (trimmed === "") return { kind: "empty" };
  if (isWebPage(trimmed)) return { kind: "web_page", title: titleOf(trimmed) };
  if (!/^[[{"]/u.test(trimmed)) return { kind: "text", text: trimmed };
  try {
    const value: unknown = parseJson(trimmed);
    const error = readReportedError(value);
    return error === null ? { kind: "json", text: trimmed } : { kind: "error", error };
  } catch {
    return { kind: "text", text: trimmed };
  }
}

/** Returns true if a text begins like HTML or XML. */
export function isWebPage(text: string): boolean {
  return /^[\s\ufeff]*<[!?a-z]/iu.test(text);
}

function titleOf(page: string): string {
  const title = /<(title|h1)\b[^>]{0,200}>([^<]{1,500})/iu.exec(page)?.[2] ?? "";
  return cleanForeignText(title, 100);
}

/** Reads a body as text, at most `limitBytes`. `isWhole` is false if there was more. */
export async function readText(
  answer: HttpResponse,
  limitBytes: number,
  onBytes: () => void = () => undefined,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let room = limitBytes;
  await answer.read((bytes) => {
    pieces.push(decoder.decode(bytes.subarray(0, Math.max(0, room)), { stream: true }));
    room -= bytes.length;
    onBytes();
    return room >= 0;
  });
  return { text: pieces.join("") + decoder.decode(), isWhole: room >= 0 };
}
