import type { DatabaseMetrics } from "@goaltrace/db";
import { counters } from "./counters.ts";
import { prometheusText } from "./prometheus.ts";
import type { Metric } from "./prometheus.ts";

/** Returns the metrics of this process and its database. Request and watcher counters cover this process only. */
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
    gauge("goaltrace_queue_length", "Runs waiting for a worker.", database.queued),
    gauge(
      "goaltrace_queue_oldest_seconds",
      "Waiting time of the oldest queued run.",
      database.oldestQueuedSeconds,
    ),
    {
      name: "goaltrace_entries_appended_total",
      help: "Log entries appended, from database statistics.",
      type: "counter",
      samples: [{ value: database.entriesAppended }],
    },
    gauge("goaltrace_live_watchers", "Live streams open in this process.", watchers),
    {
      name: "goaltrace_http_requests_total",
      help: "HTTP responses of this process, by kind and status.",
      type: "counter",
      samples: [...requests].map(([key, value]) => {
        const [kind = "", status = ""] = key.split(" ");
        return { labels: { kind, status }, value };
      }),
    },
    gauge("process_resident_memory_bytes", "Resident memory of this process.", memory.rss),
    gauge("process_heap_used_bytes", "Heap memory used by this process.", memory.heapUsed),
    gauge("process_uptime_seconds", "Uptime of this process.", process.uptime()),
  ]);
}
