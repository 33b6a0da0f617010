import type { TranscriptMessage } from "../compaction/transcript-entries.ts";
import { type Scenario, writeSession } from "./fact-sessions.ts";
import { randomWords, writeLines } from "./session-writer.ts";

/** Incidents of a service: traces as one line of JSON each, dashboards, and people who report what they see. */
const incidents: Scenario = {
  seed: 7_117,
  instructions: (random) => writeLines(18, (line) => `Runbook ${line + 1}: ${randomWords(random, 13)}.`),
  request: "Work through tonight's incidents. Page nobody below severity 2. Every cause needs its trace.",
  tasks: 11,
  stepsPerTask: 12,
  title: (random, task) => `Incident ${task + 1}: ${randomWords(random, 3)}`,
  ask: (pool, random, task) =>
    task % 3 === 0
      ? `${pool.create("INC-")} came in: ${randomWords(random, 11)}. It may belong to ${pool.use()}.`
      : undefined,
  step: (pool, random, step) => ({
    text: step % 3 === 1 ? `${pool.use()} and ${pool.use()} fail together: ${randomWords(random, 9)}.` : "",
    calls: Array.from({ length: step % 4 === 3 ? 2 : 1 }, (_, call) => ({
      name: ["search_traces", "read_dashboard", "list_deploys"][(step + call) % 3] ?? "search_traces",
      input: { query: `${pool.use()} ${randomWords(random, 2)}`, minutes: 10 + random(50) },
      output:
        (step + call) % 3 === 0
          ? writeLines(3 + random(20), () =>
              JSON.stringify({
                trace: pool.create("tr-"),
                ms: random(9_000),
                span: randomWords(random, 2),
                status: random(4) === 0 ? "error" : "ok",
              }),
            )
          : writeLines(
              6 + random(60),
              () => `${randomWords(random, 5)} ${random(8) === 0 ? pool.create("dep-") : random(100)}`,
            ),
    })),
  }),
};

/** Travel bookings: offers as nested JSON, a person who changes dates and comes back to earlier offers. */
const bookings: Scenario = {
  seed: 8_228,
  instructions: (random) => writeLines(10, () => randomWords(random, 15)),
  request: "Book the trips of the sales team. Never book a fare that cannot be changed.",
  tasks: 16,
  stepsPerTask: 8,
  title: (random, task) => `Trip ${task + 1}: ${randomWords(random, 2)}`,
  ask: (pool, random, task) =>
    `Next is traveler ${pool.create("TR-")}, ${randomWords(random, 7)}.${task > 3 && task % 3 === 0 ? ` The same hotel as for ${pool.useOld()}.` : ""}`,
  step: (pool, random, step) => ({
    text: step % 2 === 1 ? `The offer ${pool.use()} suits ${pool.use()}.` : "",
    calls: [
      {
        name: ["search_flights", "search_hotels", "book"][step % 3] ?? "book",
        input: step % 3 === 2 ? { offer: pool.use(), traveler: pool.use() } : { near: pool.use() },
        output:
          step % 3 === 2
            ? `Booked: ${pool.create("BK")}`
            : JSON.stringify({
                offers: Array.from({ length: 4 + random(22) }, () => ({
                  id: pool.create("OF"),
                  price: { amount: random(900) + 80, currency: "EUR" },
                  notes: randomWords(random, 6),
                })),
              }),
      },
    ],
  }),
  answer: (pool, random) =>
    random(5) === 0 ? `Rather a day later, see ${pool.use()}. ${randomWords(random, 5)}.` : undefined,
};

/**
 * Sessions of kinds and seeds on which no rule was tuned, by name. Their figures were read while rules were made for others, so `heldOutSessions` are the
 * fresh ones. Both are shorter than two windows of 32,000 tokens.
 */
export const seenSessions: Readonly<Record<string, () => readonly TranscriptMessage[]>> = {
  incidents: () => writeSession(incidents),
  bookings: () => writeSession(bookings),
};
