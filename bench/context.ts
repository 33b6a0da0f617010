import type { Benchmark } from "./benchmark.ts";
import { asDefaultAgent } from "./context/default-agent.ts";
import { measureSession, type MeasuredSession } from "./context/measured-session.ts";
import { pooledFigures } from "./context/pooled-figures.ts";
import { sessionFigures } from "./context/session-figures.ts";
import { loadGroups, type SessionGroup } from "./context/sessions.ts";
import type { Figure } from "./figure.ts";

const WINDOWS = [8_000, 16_000, 32_000, 64_000];
const QUICK_WINDOWS = [16_000, 32_000];

/**
 * Measures how much an agent sees of long sessions in small windows: of the facts that an answer uses, how many the request contained, how many an
 * id in it leads to, how many two searches find, and how many are lost; with good and bad summarizers, and beside truncation to the same size
 * and other policies; one group carries the instructions and tools of the default agent. Facts are ids, paths and file names that appeared in a message of the person or in a result before.
 */
export const context: Benchmark = async ({ quick, dataFolder }) => {
  const pooled: Figure[] = [];
  const single: Figure[] = [];
  const groups = loadGroups(dataFolder).filter(
    ({ isJudged, isDefaultAgent }) => isJudged || isDefaultAgent === true || !quick,
  );
  for (const window of quick ? QUICK_WINDOWS : WINDOWS)
    for (const group of groups) {
      const measured = await measureGroup(group, { window, quick });
      const at = `${window / 1_000}k`;
      const { name, isJudged } = group;
      pooled.push(...pooledFigures({ sessions: measured, at: `${name}, ${at}`, window, isJudged }));
      if (isJudged)
        single.push(...measured.flatMap((session) => sessionFigures(session, `${session.name}, ${at}`)));
    }
  return [...pooled, ...single];
};

async function measureGroup(
  { sessions, isDefaultAgent = false }: SessionGroup,
  options: { readonly window: number; readonly quick: boolean },
): Promise<readonly MeasuredSession[]> {
  const measured: MeasuredSession[] = [];
  for (const [name, messages] of options.quick ? sessions.slice(-1) : sessions)
    measured.push(
      await measureSession(
        name,
        isDefaultAgent ? asDefaultAgent(messages, options.window) : messages,
        options,
      ),
    );
  return measured;
}
