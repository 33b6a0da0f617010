/** The outcome of one request to the story's model. `afterMs` is story time before the first byte. */
export type Answer =
  | {
      readonly kind: "says";
      readonly text?: string;
      readonly reasoning?: string;
      readonly calls?: readonly StoryCall[];
      readonly finish?: "stop" | "tool_calls" | "length";
      readonly afterMs?: number;
    }
  | {
      readonly kind: "refuses";
      readonly status: number;
      readonly message: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: "breaks"; readonly text: string };

/** A tool call as written by the model. `raw` are malformed arguments. */
export type StoryCall = {
  readonly name: string;
  readonly arguments?: object;
  readonly raw?: string;
  readonly id?: string;
};

/** The acting person: the workspace's owner or one of the seed's people. */
export type Teller = "owner" | "jonas" | "wei" | "sofia";

export type StoryModel = "atlas/large" | "atlas/mini" | "local/heron";

/** A turn of a person: their request and the model's answers, request by request. */
export type Turn = {
  readonly task: string;
  readonly answers: readonly Answer[];
  /** The answers to sub-agents, by the beginning of their tasks. */
  readonly agents?: readonly { readonly task: string; readonly answers: readonly Answer[] }[];
  /** The model's answer to requests for a summary; without it the model refuses and code writes the summary. */
  readonly summary?: Answer;
  /** The process dies at the first call of this tool, before its result is stored, and another process continues. */
  readonly diesAt?: string;
  /** The person requests a compaction at this step, with this focus. */
  readonly compactsAt?: { readonly step: number; readonly focus: string };
  /** The person cancels at this step. */
  readonly cancelsAt?: number;
  readonly maxSteps?: number;
};

/** Annotations by people on the run afterwards. */
export type Aftermath = {
  readonly tags?: readonly string[];
  readonly rating?: { readonly by: Teller; readonly score: 1 | -1; readonly reason: string };
  readonly comments?: readonly { readonly by: Teller; readonly text: string; readonly sequence?: number }[];
};

export type Story = {
  readonly title: string;
  readonly by: Teller;
  readonly model: StoryModel;
  /** How long ago it happened. */
  readonly hoursAgo: number;
  readonly shared?: boolean;
  readonly turns: readonly Turn[];
  readonly aftermath?: Aftermath;
};

/** Returns an answer with calls, the most common kind. */
export function calls(text: string, ...list: readonly StoryCall[]): Answer {
  return { kind: "says", text, calls: list };
}

export function call(name: string, parameters: object): StoryCall {
  return { name, arguments: parameters };
}

/** Returns changes to the plan as one call of the goal tool. */
export function plan(...operations: readonly object[]): StoryCall {
  return call("goal", { operations });
}

export function says(text: string, reasoning?: string): Answer {
  return { kind: "says", text, reasoning };
}
