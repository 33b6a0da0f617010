// The mutation score by room, with its 95 % interval, and the mutants that no test detected.
const Z = 1.96;

/** Wilson score interval of a share (Wilson 1927). */
export function wilson(hits, size) {
  if (size === 0) return [0, 1];
  const share = hits / size;
  const center = share + (Z * Z) / (2 * size);
  const half = Z * Math.sqrt((share * (1 - share)) / size + (Z * Z) / (4 * size * size));
  const scale = 1 + (Z * Z) / size;
  return [(center - half) / scale, (center + half) / scale];
}

const roomOf = (file) =>
  file
    .split("/")
    .slice(1, file.startsWith("packages/core/") ? 4 : 2)
    .join("/")
    .replace("/src", "");
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** `{table, text}`: the scores as Markdown, and the same with each survivor. Mutants that no test reaches count as survivors. */
export function mutationReport({ mutants, total }, { dead, covered, loaded }) {
  const reached = (id) => covered.has(id) || loaded.has(id);
  const rooms = groupByRoom(mutants);
  const row = (name, group) => {
    const killed = group.filter(({ id }) => dead.has(id)).length;
    const unreached = group.filter(({ id }) => !reached(id)).length;
    const [low, high] = wilson(killed, group.length);
    return `| ${name} | ${group.length} | ${killed} | ${unreached} | ${percent(killed / group.length)} | ${percent(low)} to ${percent(high)} |`;
  };
  const core = mutants.filter(({ file }) => file.startsWith("packages/core/"));
  const table = [
    `${mutants.length} of ${total} mutants`,
    "",
    "| room | mutants | killed | reached by no test | score | 95 % interval |",
    "| --- | --: | --: | --: | --: | --- |",
    ...[...rooms]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([name, group]) => row(name, group)),
    row("**core**", core),
    row("**all**", mutants),
  ].join("\n");
  const survivors = mutants
    .filter(({ id }) => !dead.has(id))
    .sort((left, right) => left.file.localeCompare(right.file) || left.line - right.line)
    .map(
      ({ id, file, line, mutator, replacement }) =>
        `- ${file}:${line} ${mutator}${reached(id) ? "" : " (reached by no test)"}: \`${(replacement ?? "").replaceAll("\n", " ").slice(0, 120)}\``,
    );
  return { table, text: `${table}\n\n${survivors.join("\n")}\n` };
}

function groupByRoom(mutants) {
  const rooms = new Map();
  for (const mutant of mutants) {
    const room = roomOf(mutant.file);
    rooms.set(room, [...(rooms.get(room) ?? []), mutant]);
  }
  return rooms;
}
