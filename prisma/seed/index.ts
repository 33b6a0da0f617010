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
import { teamOfAgents } from "./stories/team.ts";
import * as trouble from "./stories/trouble.ts";
import { checkoutLatency } from "./written/checkout-latency.ts";
import { invoiceNumbers } from "./written/invoice-numbers.ts";
import { serviceMigration } from "./written/service-migration.ts";
import { writeStory } from "./written/write-story.ts";

// Fills the oldest workspace with example runs of every kind. Each is produced by the real runtime with its own model client and real
// tools; the model's answers are written in advance and served over HTTP. Story time runs 25 times as fast as the clock. The logs of a few
// runs are written instead, because playing them would take hours.
const SPEED = 25;

const stories = [
  nightlyTotals,
  teamOfAgents,
  longAudit,
  smallWindow,
  allRegions,
  chinese,
  ...Object.values(trouble),
  migration,
  ...(process.argv.includes("--few") ? [] : everyday),
];

const written = [checkoutLatency, invoiceNumbers, serviceMigration];

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
  for (const story of written) {
    await writeStory(story, stage);
    console.log(`• ${story.title}: written`);
  }
  console.log(`${stories.length + written.length} stories are in the workspace "${cast.slug}".`);
} finally {
  await folder.remove();
  await server.close();
  await runtime.close();
}
