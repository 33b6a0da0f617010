/** The failure of a call, for display. */
export type ShownFailure = { readonly code: string; readonly message: string; readonly fix: string };

/** Returns the failure in a tRPC error, or null when the server did not respond. */
export function failureFromError(error: unknown): ShownFailure | null {
  if (typeof error !== "object" || error === null || !("data" in error)) return null;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("failure" in data)) return null;
  const { failure } = data;
  if (
    typeof failure !== "object" ||
    failure === null ||
    !("message" in failure) ||
    !("fix" in failure) ||
    !("code" in failure)
  )
    return null;
  const { code, message, fix } = failure;
  return typeof code === "string" && typeof message === "string" && typeof fix === "string"
    ? { code, message, fix }
    : null;
}
