import type { AttackInput } from "./attack-input.ts";

/** Faults of answers, and figures about all of them. */
export type AttackReport = {
  readonly servedFrom: string | null;
  requests: number;
  /** Answers by status. */
  readonly statuses: Record<string, number>;
  /** The slowest answer, in milliseconds. */
  slowestMs: number;
  slowestInput: string;
  readonly faults: string[];
};

const CONCURRENCY = 8;
const MAX_SHOWN_LENGTH = 200;
const MAX_SHOWN_FAULTS = 10;
/** Types that no browser shows as a page, as long as it does not guess another one. */
const DATA_TYPES = ["application/json", "text/event-stream", "application/x-ndjson", "text/plain"];
const NO_SNIFFING = "nosniff";
/** Node answers a header that is too long itself, with an empty body. */
const TOO_LONG = 431;
/** Characters of a request line and its headers that Node reads. */
const MAX_HEAD_LENGTH = 16_000;
const CLOSED: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Creates a report. `servedFrom` is the origin of a server that is reached over HTTP, which also sends its common headers. */
export function newReport(servedFrom: string | null = null): AttackReport {
  return { servedFrom, requests: 0, statuses: {}, slowestMs: 0, slowestInput: "", faults: [] };
}

/** Prints the figures of a report. */
export function printReport(report: AttackReport, source: string): void {
  const { requests, statuses, slowestMs, slowestInput } = report;
  process.stdout.write(
    `${source}: ${requests} requests, ${JSON.stringify(statuses)}, slowest ${Math.round(slowestMs)} ms (${slowestInput})\n`,
  );
  // A part of a long attack is useful, too, and an interrupted test reports nothing.
  for (const fault of report.faults.slice(0, MAX_SHOWN_FAULTS)) process.stdout.write(`  ${fault}\n`);
}

/** Sends the texts to an input and adds to the report. Returns how many answers were successes. */
export async function sendAttack(
  input: AttackInput,
  texts: readonly string[],
  report: AttackReport,
): Promise<number> {
  const left = [...texts];
  let successes = 0;
  const worker = async (): Promise<void> => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) {
      const startedAt = performance.now();
      const response = await sent(input, text);
      if (response === null) continue;
      const problem = await problemOf(response, text, report.servedFrom);
      const tookMs = performance.now() - startedAt;
      report.requests += 1;
      report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
      if (response.ok) successes += 1;
      if (problem !== null)
        report.faults.push(`${input.name}: ${problem}: ${JSON.stringify(text).slice(0, MAX_SHOWN_LENGTH)}`);
      if (tookMs > report.slowestMs) Object.assign(report, { slowestMs: tookMs, slowestInput: input.name });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return successes;
}

/** An error that no handler catches is an error of the server, too. A server that refuses a long head may close the connection before its answer is read. */
async function sent(input: AttackInput, text: string): Promise<Response | null> {
  try {
    return await input.send(text);
  } catch (thrown) {
    const isRefusedHead =
      encodeURIComponent(text).length * (input.repeats ?? 1) > MAX_HEAD_LENGTH && hasClosed(thrown);
    return new Response(isRefusedHead ? null : describe(thrown), { status: isRefusedHead ? TOO_LONG : 500 });
  }
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.message}: ${String(thrown.cause)}` : String(thrown);
}

function hasClosed(thrown: unknown): boolean {
  const causes = thrown instanceof Error ? [thrown, thrown.cause] : [];
  return causes.some(
    (cause) => typeof cause === "object" && cause !== null && "code" in cause && CLOSED.has(cause.code),
  );
}

/** Returns the fault of an answer to a hostile text; null without one. */
async function problemOf(
  response: Response,
  text: string,
  servedFrom: string | null,
): Promise<string | null> {
  const body = await readAnswer(response);
  const type = response.headers.get("content-type") ?? "";
  const location = response.headers.get("location");
  if (response.status >= 500) return `status ${response.status} ${body.slice(0, MAX_SHOWN_LENGTH)}`;
  const origin = servedFrom ?? "http://localhost:3000";
  if (location !== null && new URL(location, origin).origin !== origin) return `redirect to ${location}`;
  if (response.status === TOO_LONG) return null;
  if (servedFrom !== null && response.headers.get("x-content-type-options") !== NO_SNIFFING)
    return "no nosniff";
  // Next repeats the address of a redirect in the answer, which browsers do not show.
  if (body === "" || (location !== null && response.status < 400)) return null;
  if (type.startsWith("text/html")) return isMarkup(text) && isIn(body, text) ? "reflected in a page" : null;
  return DATA_TYPES.some((data) => type.startsWith(data)) ? null : `content type ${type || "missing"}`;
}

/**
 * True for texts that could act as markup. Pages escape `<` everywhere, and quotes wherever they would end something. A closing tag alone is in every
 * page, as are the tags of the document and the beginning of a comment, with which React marks boundaries.
 */
function isMarkup(text: string): boolean {
  return text.length > 2 && /[<"]/.test(text) && !/^<(?:(?:\/[a-z]+|html|head|body)>|!--)$/i.test(text);
}

/** Whether a page has a text, and not only with a backslash before its first quote, as in a string of a script. */
function isIn(body: string, text: string): boolean {
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + 1))
    if (!(text.startsWith('"') && body[at - 1] === "\\")) return true;
  return false;
}

/** Returns the text of an answer; of a stream only the first piece. */
async function readAnswer(response: Response): Promise<string> {
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}
