/** A failure as stored in the log: the message and the fix. */
type ShownFailure = { readonly message: string; readonly fix: string };

/** Returns the failure in the data of an event; null without one. */
export function findFailure(data: object): ShownFailure | null {
  if (!("failure" in data)) return null;
  const { failure } = data;
  if (typeof failure !== "object" || failure === null || !("message" in failure) || !("fix" in failure))
    return null;
  const { message, fix } = failure;
  return typeof message === "string" && typeof fix === "string" ? { message, fix } : null;
}
