import { openDatabase, openProcessRuntime, readEnvironment } from "@goaltrace/host/process";
import { annotate } from "./annotate.ts";
import { startStoryServer } from "./model-server.ts";
import { gatherCast } from "./people.ts";
import { playStory, type Stage } from "./play.ts";
import { makeSampleFolder, type SampleFolder } from "./sample-folder.ts";
import { longAudit, smallWindow } from "./stories/compacted.ts";
import { allRegions, migration } from "./stories/large.ts";
import { chinese, everyday } from "./stories/everyday.ts";
import { nightlyTotals } from "./stories/nightly-totals.ts";
import { teamOfAgents } from "./stories/team.ts";
import * as trouble from "./stories/trouble.ts";
import { checkoutLatency } from "./written/checkout-latency.ts";
import { invoiceNumbers } from "./written/invoice-numbers.ts";
import { ordersTwice } from "./written/orders-twice.ts";
import { serviceMigration } from "./written/service-migration.ts";
import { writeStory } from "./written/write-story.ts";

// Fills the oldest workspace with example runs of every kind. Each is produced by the real runtime with its own model client and real
// tools; the model's answers are written in advance and served over HTTP. Story time runs 25 times as fast as the clock. The logs of a few
// runs are written instead, because playing them would take hours.
const SPEED = 25;
/** Stories mostly wait for their model, so several play at once, each in a separate folder. */
const STAGES = 4;

/** The longest ones first, so that they do not play alone at the end. */
const stories = [
  migration,
  longAudit,
  teamOfAgents,
  nightlyTotals,
  smallWindow,
  allRegions,
  chinese,
  ...Object.values(trouble),
  ...(process.argv.includes("--few") ? [] : everyday),
];

const written = [checkoutLatency, ordersTwice, invoiceNumbers, serviceMigration];

const environment = readEnvironment();
const runtime = await openProcessRuntime(environment, { databaseUrl: await openDatabase(environment) });
const { database, vault } = runtime;
const server = await startStoryServer(SPEED);
const now = Date.now();
const folders: SampleFolder[] = [];
try {
  const cast = await gatherCast(database);
  const stage = async (): Promise<Stage> => {
    const folder = await makeSampleFolder();
    folders.push(folder);
    return { database, vault, server, cast, folder: folder.path, now, speed: SPEED };
  };
  const waiting = [...stories];
  const playNext = async (): Promise<void> => {
    for (let story = waiting.shift(); story !== undefined; story = waiting.shift()) {
      const traces = await playStory(story, await stage());
      await annotate(story, { database, cast, trace: traces[0] });
      console.log(`• ${story.title}: ${traces.map((trace) => trace.status).join(", ")}`);
    }
  };
  await Promise.all(Array.from({ length: STAGES }, playNext));
  for (const story of written) {
    await writeStory(story, await stage());
    console.log(`• ${story.title}: written`);
  }
  console.log(`${stories.length + written.length} stories are in the workspace "${cast.slug}".`);
} finally {
  await Promise.all(folders.map(async (folder) => await folder.remove()));
  await server.close();
  await runtime.close();
}
