import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

// Runs in a separate process, so that its CPU time is not counted. The path of a request sets the behavior: /<tool steps>/<milliseconds
// before the answer>/<tokens of the last answer>/chat/completions. With /<steps of each of three branches>/ before chat, the first call of a
// run hands out three branches, and the run makes as many calls fewer as a branch takes time. GET /arrivals returns the times of all requests since it was last asked.

const TOOL_RESULT = '"role":"tool"';
const DONE = "data: [DONE]\n\n";
const USAGE = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 };

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.destroy(error instanceof Error ? error : new Error(String(error)));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.({ port: address.port });
});
process.once("disconnect", () => process.exit(0));

const arrivals: number[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/arrivals") {
    response.end(JSON.stringify(arrivals.splice(0)));
    return;
  }
  arrivals.push(Date.now());
  const [, steps, delayMs, tokens, branchSteps] = (request.url ?? "").split("/");
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("latin1");
  const step = countMatches(body, TOOL_RESULT);
  if (Number(delayMs) > 0) await sleep(Number(delayMs));
  response.writeHead(200, { "content-type": "text/event-stream" });
  const events =
    branchSteps === "chat"
      ? step < Number(steps)
        ? toolCall(step)
        : text(Number(tokens))
      : treeAnswer(body, { step, steps: Number(steps), branchSteps: Number(branchSteps) });
  for (const event of events) response.write(event);
  response.end(DONE);
}

const BRANCH = "Multiply this part";

/** The answer to a run that hands out branches, or to one of these. The branches, then the other calls: as long as `steps` calls in a row. */
function treeAnswer(
  body: string,
  {
    step,
    steps,
    branchSteps,
  }: { readonly step: number; readonly steps: number; readonly branchSteps: number },
): string[] {
  const task = body.indexOf(BRANCH);
  const isBranch = task >= 0 && !body.slice(0, task).includes('"role":"assistant"');
  if (isBranch) return step < branchSteps ? toolCall(step) : text(5);
  if (step === 0) return explore();
  return step < steps - branchSteps - 1 ? toolCall(step) : text(5);
}

function explore(): string[] {
  const branches = [1, 2, 3].map((part) => `${BRANCH}: ${part}.`);
  const call = { name: "explore", arguments: JSON.stringify({ branches }) };
  return [
    event({ role: "assistant", content: null }, null),
    event({ tool_calls: [{ index: 0, id: "call_explore", type: "function", function: call }] }, null),
    event({}, "tool_calls"),
    usage(),
  ];
}

function countMatches(body: string, pattern: string): number {
  let count = 0;
  for (let at = body.indexOf(pattern); at >= 0; at = body.indexOf(pattern, at + pattern.length)) count += 1;
  return count;
}

/** Generates a call in the pieces that providers send. Arguments and results differ between steps, so it is not a loop. */
function toolCall(step: number): string[] {
  const written = JSON.stringify({ expression: `${step + 1} * 7` });
  const half = Math.floor(written.length / 2);
  const piece = (call: object): string => event({ tool_calls: [{ index: 0, ...call }] }, null);
  return [
    event({ role: "assistant", content: null }, null),
    piece({
      id: `call_${step.toString().padStart(6, "0")}`,
      type: "function",
      function: { name: "calculator", arguments: "" },
    }),
    piece({ function: { arguments: written.slice(0, half) } }),
    piece({ function: { arguments: written.slice(half) } }),
    event({}, "tool_calls"),
    usage(),
  ];
}

function text(tokens: number): string[] {
  const words = Array.from({ length: tokens }, (_, index) => event({ content: ` word${index}` }, null));
  return [event({ role: "assistant", content: "" }, null), ...words, event({}, "stop"), usage()];
}

function event(delta: object, finishReason: string | null): string {
  return data({ choices: [{ index: 0, delta, finish_reason: finishReason }] });
}

function usage(): string {
  return data({ choices: [], usage: USAGE });
}

function data(fields: object): string {
  return `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "mock", ...fields })}\n\n`;
}
