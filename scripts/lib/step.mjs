const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Says what is being done, does it, and says how long it took. An action's answer is handed on. */
export async function step(title, action) {
  const since = performance.now();
  console.log(`• ${title} …`);
  const answer = await action();
  console.log(`✓ ${title} (${seconds(since)})`);
  return answer;
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
