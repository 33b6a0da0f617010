import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, StoryCall, Turn } from "./story.ts";

export type StoryServer = {
  /** Returns a base URL under which the requests of a turn, and those of each of its sub-agents, get their answers in order. */
  tell(turn: Pick<Turn, "answers" | "agents" | "summary">): string;
  close(): Promise<void>;
};

/** The answers to one run of a story. */
type Script = { readonly task: string; readonly answers: readonly Answer[]; next: number; previous: string };

type Told = { readonly run: Script; readonly agents: readonly Script[]; readonly summary: Answer };

const NO_SUMMARY: Answer = { kind: "refuses", status: 400, message: "This model writes no summaries." };
/** Only a request for a summary keeps its tools and forbids using them. */
const SUMMARY_SIGN = '"tool_choice":"none"';

/** Approximate characters per token; the server bills by it as a provider would by its tokenizer. */
const CHARACTERS_PER_TOKEN = 4;

/** Starts an OpenAI-compatible server that takes its answers from stories, so that the runtime uses its own client. */
export async function startStoryServer(speed: number): Promise<StoryServer> {
  const stories: Told[] = [];
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const told = stories[Number((request.url ?? "").split("/")[1])];
    const chunks: Buffer[] = [];
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    if (told === undefined) return void response.writeHead(404).end();
    const body = Buffer.concat(chunks).toString("utf8");
    const story = scriptOf(told, body);
    const isSummary = body.includes(SUMMARY_SIGN);
    const answer = isSummary
      ? told.summary
      : (story.answers[story.next] ?? { kind: "says" as const, text: "There is nothing left to do." });
    if (!isSummary) story.next += 1;
    if (answer.kind === "refuses") return refuse(response, answer);
    await sleep((answer.kind === "says" ? (answer.afterMs ?? thinkingTime(body)) : 900) / speed);
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (answer.kind === "breaks") {
      response.write(event({ role: "assistant", content: answer.text }, null));
      await sleep(20);
      return void response.destroy();
    }
    const cached = sharedPrefix(story.previous, body);
    story.previous = body;
    const finish = answer.finish ?? (answer.calls === undefined ? "stop" : "tool_calls");
    response.write(event({ role: "assistant", content: "" }, null));
    if (answer.reasoning !== undefined) response.write(event({ reasoning_content: answer.reasoning }, null));
    if (answer.text !== undefined && answer.text !== "")
      response.write(event({ content: answer.text }, null));
    answer.calls?.forEach((call, index) =>
      response.write(event({ tool_calls: [wireCall(call, { index, step: story.next })] }, null)),
    );
    response.write(event({}, finish));
    response.end(
      `${usage(body, { answer: JSON.stringify(answer), cached, reasoning: answer.reasoning ?? "" })}data: [DONE]\n\n`,
    );
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    tell({ answers, agents = [], summary = NO_SUMMARY }) {
      const begin = (task: string, list: readonly Answer[]): Script => ({
        ...{ task, answers: list, next: 0, previous: "" },
      });
      const below = agents.map((agent) => begin(agent.task, agent.answers));
      stories.push({ run: begin("", answers), agents: below, summary });
      return `http://127.0.0.1:${port}/${stories.length - 1}/v1`;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A run is recognized by its task, which is the first message of its request. */
function scriptOf({ run, agents }: Told, body: string): Script {
  const { messages } = JSON.parse(body) as {
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  };
  const first = messages.find(({ role }) => role === "user")?.content;
  const task = typeof first === "string" ? first : JSON.stringify(first);
  return agents.find((agent) => task.includes(agent.task)) ?? run;
}

/** Reading a longer conversation takes more time. */
function thinkingTime(body: string): number {
  return 700 + (body.length % 1_300) + body.length / 40;
}

function refuse(response: ServerResponse, answer: Extract<Answer, { kind: "refuses" }>): void {
  const retry =
    answer.retryAfterSeconds === undefined ? {} : { "retry-after": String(answer.retryAfterSeconds) };
  response.writeHead(answer.status, { "content-type": "application/json", ...retry });
  response.end(JSON.stringify({ error: { message: answer.message, type: "error" } }));
}

function wireCall(call: StoryCall, at: { readonly index: number; readonly step: number }): object {
  return {
    index: at.index,
    id: call.id ?? `call_${at.step}_${at.index}`,
    type: "function",
    function: { name: call.name, arguments: call.raw ?? JSON.stringify(call.arguments ?? {}) },
  };
}

/** Returns the characters that a provider would find in its cache. Tools come first in the cache, wherever they are in the body. */
function sharedPrefix(before: string, now: string): number {
  let length = 0;
  while (length < before.length && before[length] === now[length]) length += 1;
  const tools = toolsOf(now);
  return length + (tools === toolsOf(before) ? tools.length : 0);
}

function toolsOf(body: string): string {
  const start = body.lastIndexOf('"tools":');
  return start < 0 ? "" : body.slice(start);
}

function usage(
  body: string,
  parts: { readonly answer: string; readonly cached: number; readonly reasoning: string },
): string {
  const tokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const prompt = tokens(body.length);
  const completion = tokens(parts.answer.length);
  return data({
    choices: [],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: {
        cached_tokens: Math.min(prompt, Math.floor(parts.cached / CHARACTERS_PER_TOKEN)),
      },
      completion_tokens_details: { reasoning_tokens: tokens(parts.reasoning.length) },
    },
  });
}

function event(delta: object, finishReason: string | null): string {
  return data({ choices: [{ index: 0, delta, finish_reason: finishReason }] });
}

function data(fields: object): string {
  return `data: ${JSON.stringify({ id: "chatcmpl-story", object: "chat.completion.chunk", created: 1, model: "story", ...fields })}\n\n`;
}
