import { asSignInNeeded } from "./oauth/sign-in-needed.ts";

/** The errors of the protocol can hold a whole list of tools. */
const PROBLEM_MAX_CHARACTERS = 500;
/** Begins the errors of the library about the first message; people want to know what comes after it. */
const PROBE = "Version negotiation probe failed: ";
/** Means only that no one answered. */
const CLOSED = "Connection closed";

/** Names what a start failed of, for people. `reason` is what this side noticed about the connection, which says more than an error of the protocol. */
export function startProblem(thrown: unknown, reason: string | null): string {
  if (thrown instanceof Error && thrown.name === "TimeoutError") return "It did not start in time.";
  const needed = asSignInNeeded(thrown);
  if (needed !== null) return needed.message;
  const refused = asRefused(thrown);
  if (refused !== null) return refused;
  const text = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, PROBLEM_MAX_CHARACTERS);
  const message = text.startsWith(PROBE) ? text.slice(PROBE.length) : text;
  if (reason === null || reason === message) return message;
  return message === CLOSED ? reason : `${message.replace(/\.?$/u, ".")} ${reason}`;
}

/** A sentence for an address at which no one is, or that has no machine behind it; null otherwise. */
function asRefused(thrown: unknown): string | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    const code = "code" in error ? error.code : null;
    if (code === "ECONNREFUSED")
      return "No one answers at its address. Start the server there, or correct the address.";
    if (code === "ENOTFOUND") return "The host of its address does not exist. Correct the address.";
  }
  return null;
}
