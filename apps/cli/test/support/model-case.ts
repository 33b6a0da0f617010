import type { ChatCompletionRequest, FixtureOpts, FixtureResponse } from "@copilotkit/aimock";
import type { GoaltraceErrorCode } from "@goaltrace/core/errors";
import type { FrontHandler } from "./model-front.ts";

/** A behavior of a model, selected by the model's name, with the expected result of a run. */
export type ModelCase = {
  readonly name: string;
  /** Returns the answer to the request at this position; `folder` is the run's project folder. */
  reply?(turn: number, request: ChatCompletionRequest, folder: string): FixtureResponse;
  /** How the first answer is delivered; later answers are delivered normally. */
  readonly firstDelivery?: FixtureOpts;
  /** A whole response, or a rewrite of each piece of it, where the mock's own features are insufficient. */
  readonly front?: FrontHandler;
  rewrite?(piece: string): string;
  readonly exit: 0 | 1;
  readonly code?: GoaltraceErrorCode;
  /** The number of requests the endpoint receives; a function decides whether a number is valid. */
  readonly requests: number | ((count: number) => boolean);
  /** Outcomes of the tool calls, in order. */
  readonly outcomes?: readonly string[];
  /** Problems of the calls, in order. */
  readonly problems?: readonly string[];
  /** Event types that the log must contain, and a text that must occur in it. */
  readonly events?: readonly string[];
  readonly says?: string;
};

/** The answer that ends a run. */
export const DONE: FixtureResponse = { content: "It is heron." };
/** Returns a call that reads a file. */
export const readCall = (id = "call_a", file = "notes.txt") => ({
  id,
  name: "read_file",
  arguments: JSON.stringify({ path: file }),
});
/** Answers with `first`, then with the final answer. */
export const once =
  (first: FixtureResponse) =>
  (turn: number): FixtureResponse =>
    turn === 0 ? first : DONE;
