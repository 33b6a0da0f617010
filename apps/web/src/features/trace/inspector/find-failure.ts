/** A failure as logs hold it: what happened and what to do about it. */
type ShownFailure = { readonly message: string; readonly fix: string };

/** The failure among the data of an event, null when it tells of none. */
export function findFailure(data: object): ShownFailure | null {
  if (!("failure" in data)) return null;
  const { failure } = data;
  if (typeof failure !== "object" || failure === null || !("message" in failure) || !("fix" in failure))
    return null;
  const { message, fix } = failure;
  return typeof message === "string" && typeof fix === "string" ? { message, fix } : null;
}
