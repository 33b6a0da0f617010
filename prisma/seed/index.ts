import { openDatabase, openProcessRuntime, readEnvironment } from "@goaltrace/host/process";
import { annotate } from "./annotate.ts";
import { startStoryServer } from "./model-server.ts";
import { gatherCast } from "./people.ts";
import { playStory } from "./play.ts";
import { makeSampleFolder } from "./sample-folder.ts";
import { longAudit, smallWindow } from "./stories/compacted.ts";
import { allRegions, migration } from "./stories/large.ts";
import { chinese, everyday } from "./stories/everyday.ts";
import { nightlyTotals } from "./stories/nightly-totals.ts";
import * as trouble from "./stories/trouble.ts";

// Fills the oldest workspace with example runs of every kind. Each is produced by the real runtime with its own model client and real
// tools; the model's answers are written in advance and served over HTTP. Story time runs 25 times as fast as the clock.
const SPEED = 25;

const stories = [
  nightlyTotals,
  longAudit,
  smallWindow,
  allRegions,
  chinese,
  ...Object.values(trouble),
  migration,
  ...(process.argv.includes("--few") ? [] : everyday),
];

const environment = readEnvironment();
const runtime = await openProcessRuntime(environment, { databaseUrl: await openDatabase(environment) });
const { database, vault } = runtime;
const server = await startStoryServer(SPEED);
const folder = await makeSampleFolder();
try {
  const cast = await gatherCast(database);
  const now = Date.now();
  const stage = { database, vault, server, cast, folder: folder.path, now, speed: SPEED };
  for (const [index, story] of stories.entries()) {
    const traces = await playStory(story, stage);
    await annotate(story, { database, cast, trace: traces[0] });
    console.log(
      `• ${index + 1}/${stories.length} ${story.title}: ${traces.map((trace) => trace.status).join(", ")}`,
    );
  }
  console.log(`${stories.length} stories are in the workspace "${cast.slug}".`);
} finally {
  await folder.remove();
  await server.close();
  await runtime.close();
}
