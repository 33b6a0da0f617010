/** What PostgreSQL's programs need of our environment, and no more: secrets stay out of child processes. */
const PASSED_ON = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
] as const;

/** The environment for PostgreSQL's programs. LC_ALL=C keeps their messages parseable and macOS from starting threads. */
export function postgresEnvironment(): Record<string, string> {
  const environment: Record<string, string> = { LC_ALL: "C" };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
