import { readEnvironment, runWorker } from "@goaltrace/host/process";
import { SHORT_LEASE } from "./short-lease.ts";

// What `goaltrace worker` executes, with a lease that a dead worker loses soon: tests of takeover wait for its end again and again.
await runWorker(readEnvironment(), { leaseTimes: SHORT_LEASE });
