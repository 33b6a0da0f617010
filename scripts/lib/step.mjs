const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Steps in progress, in the order they started. */
const running = new Set();

/**
 * Prints a step's title, runs it and prints its duration together with the steps still running, so that the last line always names what
 * takes time. Returns the action's result.
 */
export async function step(title, action) {
  const since = performance.now();
  const current = { title };
  running.add(current);
  console.log(`• ${title} …`);
  try {
    const result = await action();
    const others = [...running].filter((other) => other !== current).map((other) => other.title);
    const rest = others.length > 0 ? ` · still running: ${others.join(", ")}` : "";
    console.log(`✓ ${title} (${seconds(since)})${rest}`);
    return result;
  } finally {
    running.delete(current);
  }
}

/**
 * Runs actions concurrently and resolves to their results. Each receives a signal that aborts when `stopped` does or when another action
 * fails. Once all have ended, throws the error of the first that failed.
 */
export async function runTogether(actions, stopped) {
  const failing = new AbortController();
  const signal = stopped ? AbortSignal.any([stopped, failing.signal]) : failing.signal;
  const errors = [];
  const results = actions.map(async (action) => {
    try {
      return await action(signal);
    } catch (error) {
      errors.push(error);
      failing.abort();
    }
  });
  const settled = await Promise.all(results);
  if (errors.length > 0) throw errors[0];
  return settled;
}

/** Runs a script's main function: an error becomes one readable message and exit code 1. */
export async function main(action) {
  try {
    await action();
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
