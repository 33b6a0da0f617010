/** Runs once when the web process starts. Creates the admin from the environment and fails early on an invalid configuration. */
export async function register(): Promise<void> {
  // Next replaces this expression at build time, so that other runtimes do not include the import below.
  // eslint-disable-next-line no-restricted-properties -- a build constant, not configuration
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("./server/start-server.ts");
  await startServer();
}
