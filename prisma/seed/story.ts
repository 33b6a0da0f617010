/** One request's fate at the story's model. `afterMs` is story time before the first byte. */
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

/** A tool call as the model writes it. `raw` are arguments that are not what they should be. */
export type StoryCall = {
  readonly name: string;
  readonly arguments?: object;
  readonly raw?: string;
  readonly id?: string;
};

/** Who acts: the workspace's owner or one of the people of the seed. */
export type Teller = "owner" | "jonas" | "wei" | "sofia";

export type StoryModel = "atlas/large" | "atlas/mini" | "local/heron";

/** One turn of a person: what they ask and what the model answers, request by request. */
export type Turn = {
  readonly task: string;
  readonly answers: readonly Answer[];
  /** What the model writes when the runtime asks for a summary, each time; without one it refuses and code writes it. */
  readonly summary?: Answer;
  /** The process dies at the first call of this tool, before its result is kept, and another goes on. */
  readonly diesAt?: string;
  /** The person asks for a compaction at this step, with this focus. */
  readonly compactsAt?: { readonly step: number; readonly focus: string };
  /** The person cancels at this step. */
  readonly cancelsAt?: number;
  readonly maxSteps?: number;
};

/** What people did to the run afterwards. */
export type Aftermath = {
  readonly tags?: readonly string[];
  readonly rating?: { readonly by: Teller; readonly score: 1 | -1; readonly reason: string };
  readonly comments?: readonly { readonly by: Teller; readonly text: string; readonly sequence?: number }[];
};

export type Story = {
  readonly title: string;
  readonly by: Teller;
  readonly model: StoryModel;
  /** How long before now it happened. */
  readonly hoursAgo: number;
  readonly shared?: boolean;
  readonly turns: readonly Turn[];
  readonly aftermath?: Aftermath;
};

/** An answer with calls, the common case. */
export function calls(text: string, ...list: readonly StoryCall[]): Answer {
  return { kind: "says", text, calls: list };
}

export function call(name: string, parameters: object): StoryCall {
  return { name, arguments: parameters };
}

/** Changes of the plan in one call of the goal tool. */
export function plan(...operations: readonly object[]): StoryCall {
  return call("goal", { operations });
}

export function says(text: string, reasoning?: string): Answer {
  return { kind: "says", text, reasoning };
}
