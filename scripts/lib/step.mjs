const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Steps in progress, in the order they started. */
const running = new Set();

/**
 * Says what is being done, does it, and says how long it took and which other steps are still running, so that the last line always names
 * what takes time. An action's answer is handed on.
 */
export async function step(title, action) {
  const since = performance.now();
  const self = { title };
  running.add(self);
  console.log(`• ${title} …`);
  try {
    const answer = await action();
    const others = [...running].filter((other) => other !== self).map((other) => other.title);
    const rest = others.length > 0 ? ` · still running: ${others.join(", ")}` : "";
    console.log(`✓ ${title} (${seconds(since)})${rest}`);
    return answer;
  } finally {
    running.delete(self);
  }
}

/**
 * Runs actions at the same time and resolves to their answers. Each is handed a signal that aborts when `stopped` does or when another
 * action fails; the error of the first that failed is thrown once all have ended.
 */
export async function together(actions, stopped) {
  const failing = new AbortController();
  const signal = stopped ? AbortSignal.any([stopped, failing.signal]) : failing.signal;
  const errors = [];
  const answers = actions.map(async (action) => {
    try {
      return await action(signal);
    } catch (error) {
      errors.push(error);
      failing.abort();
    }
  });
  const settled = await Promise.all(answers);
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
