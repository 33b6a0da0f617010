import { defineTool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";

const input = z.object({
  time_zone: z
    .string()
    .min(1)
    .max(100)
    .default("UTC")
    .describe('IANA name like "Europe/Berlin" or "Asia/Shanghai".'),
});

/** Returns the current time in a time zone, to the second. */
export const currentTimeTool = defineTool({
  name: "current_time",
  inSmallWindows: "last",
  description:
    "Returns the current date, weekday and time in a time zone. Use it whenever an answer depends on today's date or the time.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  trust: "workspace",
  polling: true,
  async execute({ time_zone: timeZone }, context): Promise<ToolResult> {
    const parts = timeParts(context.clock.now(), timeZone);
    if (parts === undefined) {
      return errorResult(
        "Current time",
        `There is no time zone "${timeZone}". Use an IANA name like "Europe/Berlin", "Asia/Shanghai" or "UTC".`,
      );
    }
    const offset = (parts.get("timeZoneName") ?? "GMT").replace("GMT", "") || "+00:00";
    const date = `${parts.get("year") ?? ""}-${parts.get("month") ?? ""}-${parts.get("day") ?? ""}`;
    const time = `${parts.get("hour") ?? ""}:${parts.get("minute") ?? ""}:${parts.get("second") ?? ""}`;
    const output = `${date}T${time}${offset} (${parts.get("weekday") ?? ""}, ${timeZone})`;
    return { title: output, output };
  },
});

function timeParts(milliseconds: number, timeZone: string): ReadonlyMap<string, string> | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      weekday: "long",
      timeZoneName: "longOffset",
    });
    return new Map(format.formatToParts(milliseconds).map((part) => [part.type, part.value]));
  } catch {
    return undefined;
  }
}
