/** The environment variables of the process; none in an engine that has no processes. */
export function environmentVariables(): Readonly<Record<string, string | undefined>> {
  const engine = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  };
  return engine.process?.env ?? {};
}
