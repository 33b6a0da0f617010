import { assertValidRequest } from "../http/assert-valid-request.ts";
import type { WireAnswer } from "../http/model-server.ts";

/** The part of a request that a scripted model reads: its last message, its messages, and how many results it has. */
export type SeenRequest = {
  readonly tail: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly results: readonly string[];
  readonly hasTools: boolean;
};

/** Reads a request as a scripted model does. Which answer follows depends on the request alone, so a resumed run continues where it was. */
export function readRequest(body: string): SeenRequest {
  const { messages, tools } = assertValidRequest(body);
  const last = messages.at(-1);
  return {
    messages,
    tail: typeof last?.content === "string" ? last.content : "",
    results: messages.flatMap((message) =>
      message.role === "tool" && typeof message.content === "string" ? [message.content] : [],
    ),
    hasTools: tools !== undefined,
  };
}

export const isAsked = ({ tail }: SeenRequest, words: string): boolean =>
  tail.startsWith("<runtime-request>") && tail.includes(words);

/** The number of the step that a request works on; 0 for none. */
export const stepOf = ({ tail }: SeenRequest): number =>
  Number(/Work on step (\d+) of the plan now/u.exec(tail)?.[1] ?? 0);

export const PLAN: WireAnswer = {
  text: JSON.stringify({
    steps: [
      { title: "Open the ledger", reason: "It holds the sums." },
      { title: "Read the archive", reason: "It holds the rest." },
      { title: "Add up", reason: "The person asked for the total." },
    ],
  }),
};

export const REVISION: WireAnswer = {
  text: JSON.stringify({
    reason: "The archive is out of reach; the copy is not.",
    steps: [{ title: "Read the copy", reason: "It has the same sums." }, { title: "Add up the copy" }],
  }),
};

/** A model whose second step fails twice and gives up, and that replans. */
export function answerPlan(body: string): WireAnswer {
  const request = readRequest(body);
  if (isAsked(request, "Plan the person's task")) return PLAN;
  if (isAsked(request, "A tool call has failed"))
    return { text: '{"lesson":"The disk is full: read another place."}' };
  if (isAsked(request, "Revise the rest of the plan")) return REVISION;
  if (isAsked(request, "Check whether this step")) return { text: '{"done":true,"missing":[]}' };
  if (request.tail.includes("The plan has ended"))
    return { text: "The total is 7. The archive could not be read." };
  const step = stepOf(request);
  const failures = request.results.filter((text) => text.includes("disk is full")).length;
  const reads = request.results.filter((text) => text.includes("content of")).length;
  if (step === 1 && reads === 0)
    return { calls: [{ id: "c1", name: "read", arguments: '{"path":"ledger"}' }] };
  if (step === 2 && failures < 2)
    return { calls: [{ id: `f${failures}`, name: "fail", arguments: `{"path":"archive${failures}"}` }] };
  if (step === 2) return { text: "FAILED: the archive cannot be read." };
  return { text: `Step ${step} is done.` };
}

/** A model whose first draft is wrong; the critic accepts the second. */
export function answerReview(body: string): WireAnswer {
  const request = readRequest(body);
  const isRevised = body.includes("The sum is 8.");
  if (isAsked(request, "Review your last answer"))
    return {
      text: JSON.stringify({
        findings: [
          { angle: "facts", blocking: !isRevised, text: isRevised ? "It is long." : "It is 8, not 7." },
        ],
      }),
    };
  return { text: request.tail.includes("A review of your last answer") ? "The sum is 8." : "The sum is 7." };
}

/** A graph with a fan-in: two reads side by side, a third call that uses both. */
export const CLUSTER = [
  { id: "E1", title: "January", tool: "read", args: { path: "january" } },
  { id: "E2", title: "February", tool: "read", args: { path: "february" } },
  { id: "E3", title: "Both", tool: "write", args: { path: "${E1} and ${E2}" }, deps: ["E1", "E2"] },
];

/** A model that plans the cluster and finds its results sufficient. */
export function answerCluster(body: string, steps: readonly object[] = CLUSTER): WireAnswer {
  const request = readRequest(body);
  if (isAsked(request, "Plan the tool calls")) return { text: JSON.stringify({ steps }) };
  if (isAsked(request, "The planned calls have ended"))
    return { text: '{"answer":"Both are read.","evidence_sufficient":true}' };
  return answerPlan(body);
}

/** A model whose first step has criteria, and whose check finds something missing in its first `rounds` rounds. */
export function answerChecked(body: string, rounds: number): WireAnswer {
  const request = readRequest(body);
  const said = request.messages.filter(
    (message) => message.role === "assistant" && message.content === "Step 1 is done.",
  ).length;
  if (isAsked(request, "Plan the person's task"))
    return {
      text: (PLAN.text ?? "").replace(
        '"It holds the sums."',
        '"It holds the sums.","acceptance":["all sums"]',
      ),
    };
  if (isAsked(request, "Check whether this step"))
    return {
      text: said > rounds ? '{"done":true,"missing":[]}' : '{"done":false,"missing":["the sum of May"]}',
    };
  return answerPlan(body);
}
