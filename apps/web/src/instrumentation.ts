/** Runs once when the web process starts: makes the administrator of the environment, and fails early on a bad configuration. */
export async function register(): Promise<void> {
  // Next replaces this expression while building, so that other runtimes never see what is imported below.
  // eslint-disable-next-line no-restricted-properties -- not configuration: a mark of the build
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("./server/start-server.ts");
  await startServer();
}
