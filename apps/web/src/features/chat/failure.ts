/** The failure an answer of the server carries. What has none (no network, a proxy's page) keeps its message and has no code. */
export function failureIn(error: unknown): {
  readonly code: string | null;
  readonly message: string;
  readonly fix: string;
} {
  const message = error instanceof Error ? error.message : String(error);
  const data = typeof error === "object" && error !== null && "data" in error ? error.data : null;
  const failure = typeof data === "object" && data !== null && "failure" in data ? data.failure : null;
  if (typeof failure !== "object" || failure === null) return { code: null, message, fix: "" };
  return {
    code: "code" in failure && typeof failure.code === "string" ? failure.code : null,
    message: "message" in failure && typeof failure.message === "string" ? failure.message : message,
    fix: "fix" in failure && typeof failure.fix === "string" ? failure.fix : "",
  };
}
