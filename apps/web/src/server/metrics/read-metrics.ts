import type { DatabaseMetrics } from "@goaltrace/db";
import { counters } from "./counters.ts";
import { prometheusText } from "./prometheus.ts";
import type { Metric } from "./prometheus.ts";

/** Everything this process and its database tell about themselves. Counters of requests and watchers are this process's own. */
export function metricsText(database: DatabaseMetrics): string {
  const { requests, watchers } = counters();
  const memory = process.memoryUsage();
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    type: "gauge",
    samples: [{ value }],
  });
  return prometheusText([
    {
      name: "goaltrace_runs",
      help: "Runs by status.",
      type: "gauge",
      samples: [...database.runsByStatus].map(([status, value]) => ({ labels: { status }, value })),
    },
    gauge("goaltrace_queue_length", "Runs that wait for a worker.", database.queued),
    gauge(
      "goaltrace_queue_oldest_seconds",
      "How long the oldest queued run has been waiting.",
      database.oldestQueuedSeconds,
    ),
    {
      name: "goaltrace_entries_appended_total",
      help: "Entries appended to logs, by the statistics of the database.",
      type: "counter",
      samples: [{ value: database.entriesAppended }],
    },
    gauge("goaltrace_live_watchers", "Open live streams of this process.", watchers),
    {
      name: "goaltrace_http_requests_total",
      help: "Requests answered by this process, by kind and status.",
      type: "counter",
      samples: [...requests].map(([key, value]) => {
        const [kind = "", status = ""] = key.split(" ");
        return { labels: { kind, status }, value };
      }),
    },
    gauge("process_resident_memory_bytes", "Resident memory of this process.", memory.rss),
    gauge("process_heap_used_bytes", "Used heap of this process.", memory.heapUsed),
    gauge("process_uptime_seconds", "How long this process has been running.", process.uptime()),
  ]);
}
