import type { ChatCompletionRequest, FixtureOpts, FixtureResponse } from "@copilotkit/aimock";
import type { GoaltraceErrorCode } from "@goaltrace/core";
import type { FrontHandler } from "./model-front.ts";

/** One way a model can behave, chosen by the model's name, and what a careful engineer expects of a run with it. */
export type ModelCase = {
  readonly name: string;
  /** The answer to the request with this position; `folder` is the run's project folder. */
  reply?(turn: number, request: ChatCompletionRequest, folder: string): FixtureResponse;
  /** How the first answer is delivered; later ones come plainly. */
  readonly firstDelivery?: FixtureOpts;
  /** Where the mock cannot: the whole response, or a change to each piece of it. */
  readonly front?: FrontHandler;
  rewrite?(piece: string): string;
  readonly exit: 0 | 1;
  readonly code?: GoaltraceErrorCode;
  /** How many requests the endpoint sees; a function says whether a number is right. */
  readonly requests: number | ((count: number) => boolean);
  /** Outcomes of the tool calls in order. */
  readonly outcomes?: readonly string[];
  /** Problems that the calls were given, in order. */
  readonly problems?: readonly string[];
  /** Types of events that the log must have, and a text that must be in it. */
  readonly events?: readonly string[];
  readonly says?: string;
};

/** The answer that ends a run. */
export const DONE: FixtureResponse = { content: "It is heron." };
/** A call that reads a file. */
export const readCall = (id = "call_a", file = "notes.txt") => ({
  id,
  name: "read_file",
  arguments: JSON.stringify({ path: file }),
});
/** This first, then the answer. */
export const once =
  (first: FixtureResponse) =>
  (turn: number): FixtureResponse =>
    turn === 0 ? first : DONE;
