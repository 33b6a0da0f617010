import { readEnvironment, runWorker } from "@goaltrace/host/process";
import { SHORT_LEASE } from "./short-lease.ts";

// Runs `goaltrace worker` with a short lease, because tests of takeover wait for leases to expire many times.
await runWorker(readEnvironment(), { leaseTimes: SHORT_LEASE });
