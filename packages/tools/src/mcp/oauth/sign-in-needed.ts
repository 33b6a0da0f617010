/** A server refused a request until a person signs in. */
export class SignInNeeded extends Error {
  constructor(options?: ErrorOptions) {
    super("A person must sign in to it: an admin does so under Settings, MCP servers.", options);
    this.name = "SignInNeeded";
  }
}

/** Returns the error, or the error behind it, if a sign-in would help; null otherwise. */
export function asSignInNeeded(thrown: unknown): SignInNeeded | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1)
    if (error instanceof SignInNeeded) return error;
  return null;
}
