import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";

const call = (id: string, name: string, args: object): TranscriptMessage => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, function: { name, arguments: JSON.stringify(args) } }],
});

const words =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa".split(
    " ",
  );
/** Text that differs in every line, so that no match is accidental. */
export function filler(seed: number, length: number): string {
  let text = "";
  for (let line = 0; text.length < length; line += 1)
    text += `${seed}.${line} ${words[(seed + line) % words.length]} ${words[(seed * 7 + line * 3) % words.length]} = ${seed * 1000 + line};\n`;
  return text.slice(0, length);
}

/** A coding session: one task, then many reads, searches and edits with long results, and occasional errors. */
export function codingSession(steps: number): readonly TranscriptMessage[] {
  const messages: TranscriptMessage[] = [
    { role: "system", content: "You work on a repository.\n".repeat(40) },
    {
      role: "user",
      content: "Refactor the payment module. You must not change the public API of src/pay/index.ts.",
    },
  ];
  for (let step = 0; step < steps; step += 1) {
    const id = `call_${step}`;
    messages.push(
      call(id, step % 3 === 2 ? "edit_file" : "read_file", { path: `src/pay/part-${step % 17}.ts` }),
    );
    const output =
      step % 11 === 10
        ? `Error: part-${step} has no default export\n at line ${step}`
        : filler(step, 800 + ((step * 977) % 7_000));
    messages.push({ role: "tool", tool_call_id: id, content: output });
    if (step % 20 === 19)
      messages.push({
        role: "user",
        content: `Note ${step}: keep order id ORD-${step}77 working, and never touch ledger ${step}.`,
      });
  }
  return messages;
}

/** A chat without tools: many short questions with long answers. */
export function chatSession(turns: number): readonly TranscriptMessage[] {
  return Array.from({ length: turns }, (_, turn): readonly TranscriptMessage[] => [
    { role: "user", content: `Question ${turn}: what about case ${turn * 13}? ${filler(turn, 120)}` },
    {
      role: "assistant",
      content: `We decided on option ${turn % 5} for case ${turn * 13}. ${filler(turn + 5_000, 900)}`,
    },
  ]).flat();
}

/** Several parallel calls, each with a long result. */
export function parallelSession(steps: number): readonly TranscriptMessage[] {
  const messages: TranscriptMessage[] = [
    { role: "user", content: "Compare all reports and tell the largest." },
  ];
  for (let step = 0; step < steps; step += 1) {
    const ids = Array.from({ length: 4 }, (_, index) => `p${step}_${index}`);
    messages.push({
      role: "assistant",
      content: `Batch ${step}`,
      tool_calls: ids.map((id, index) => ({
        id,
        function: { name: "fetch_page", arguments: `{"url":"https://example.com/${step}/${index}"}` },
      })),
    });
    for (const [index, id] of ids.entries())
      messages.push({ role: "tool", tool_call_id: id, content: filler(step * 4 + index, 3_000) });
  }
  return messages;
}
