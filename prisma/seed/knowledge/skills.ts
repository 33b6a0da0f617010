/** A skill of the workspace: its versions, oldest first, and the number of runs that loaded it. */
export type SeededSkill = {
  readonly name: string;
  readonly sources: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly uses: number;
};

const skill = (name: string, description: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

const TRIAGE =
  "## Steps\n\n1. Confirm the change: p95 for seven days before and after, the same weekdays.\n2. Split it by span with `scripts/spans.sh`. Name the span that carries most of the difference. If none carries half of it, say so and stop.\n3. List the commits of that path only:\n\n   ```sh\n   git log --oneline OLD..NEW -- PATH\n   ```\n\n4. For each suspect, state what would have to be true, then check it.\n5. Propose the smallest change, with the number that it should move.";
const NEVER =
  "\n\n## Never\n\n- Start a load test without a go-ahead\n- Blame a commit because of its date alone";

export const skills: readonly SeededSkill[] = [
  {
    name: "latency-triage",
    sources: [
      skill("latency-triage", "Find which span carries a latency change.", TRIAGE),
      skill(
        "latency-triage",
        "Find which span carries a latency change and which commit brought it. Use when a question names a slow request, a p95, or a release.",
        TRIAGE + NEVER,
      ),
    ],
    files: {
      "scripts/spans.sh":
        "#!/bin/sh\n# Prints the spans of a trace, the longest first: spans.sh TRACE.json\njq -r '.spans | sort_by(-.ms)[] | [.ms, .name] | @tsv' \"$1\"\n",
      "references/queries.md":
        "# Queries\n\n- Waits for a connection: `pool.wait_ms` by service\n- Retries: `http.retry` by target\n",
    },
    uses: 11,
  },
  {
    name: "weekly-report",
    sources: [
      skill(
        "weekly-report",
        "Write the weekly report of orders. Use when someone asks for the numbers of a week.",
        "## Steps\n\n1. Add up the orders of the week in cents.\n2. Name the three largest changes against the week before.\n3. End with what was not checked.",
      ),
    ],
    files: {},
    uses: 4,
  },
];
