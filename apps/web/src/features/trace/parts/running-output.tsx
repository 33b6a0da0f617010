"use client";
import type { ToolCall } from "@goaltrace/core/log";
import type { ReactElement } from "react";
import { LiveOutput } from "../../../ui/live-output.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import { useLiveOutput } from "../state/live-outputs.ts";

/** The live output of a running call; nothing before its first line, after its result, or at an earlier moment. */
export function RunningOutput({
  call,
}: {
  readonly call: Pick<ToolCall, "id" | "name">;
}): ReactElement | null {
  const { isNow, fullModel } = useLog(({ isNow, fullModel }) => ({ isNow, fullModel }));
  const output = useLiveOutput(call.id);
  const recorded = fullModel.graph.calls.get(call.id);
  const isOpen = recorded === undefined || recorded.turn.calls[recorded.index]?.outcome === "running";
  if (output === undefined || !isNow || !isOpen) return null;
  return (
    <LiveOutput
      name={call.name}
      output={output}
      className="rounded-sm bg-sunken px-2 py-1 text-11 text-ink-2"
    />
  );
}
