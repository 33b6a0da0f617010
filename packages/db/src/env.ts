/** The environment variables that PostgreSQL programs need. Everything else, secrets included, stays out of child processes. */
const PASSED_VARIABLES = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
] as const;

/** Returns the environment of PostgreSQL programs. LC_ALL=C keeps their messages parseable and macOS from starting threads. */
export function postgresEnvironment(): Record<string, string> {
  const environment: Record<string, string> = { LC_ALL: "C" };
  for (const name of PASSED_VARIABLES) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
