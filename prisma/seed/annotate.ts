import type { Trace } from "@goaltrace/core/log";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import type { Database } from "@goaltrace/db";
import type { Cast } from "./people.ts";
import type { Story } from "./story.ts";

/** Adds the tags, ratings and comments of people to the first run of a story. */
export async function annotate(
  story: Story,
  {
    database,
    cast,
    trace,
  }: { readonly database: Database; readonly cast: Cast; readonly trace: Trace | undefined },
): Promise<void> {
  if (trace === undefined || story.aftermath === undefined) return;
  const { prisma } = database;
  const { tags = [], rating, comments = [] } = story.aftermath;
  const of = { traceId: trace.id, workspaceId: cast.workspaceId };
  const ids = createSystemIds(createSystemClock());
  const personOf = (who: Story["by"]): string => cast.people.get(who) ?? "";
  for (const tag of tags)
    await prisma.traceTag.create({ data: { ...of, tag, personId: personOf(story.by) } });
  if (rating !== undefined)
    await prisma.traceRating.create({
      data: { ...of, personId: personOf(rating.by), score: rating.score, reason: rating.reason },
    });
  for (const comment of comments)
    await prisma.traceComment.create({
      data: {
        ...of,
        id: ids.next(),
        personId: personOf(comment.by),
        body: comment.text,
        sequence: comment.sequence ?? null,
      },
    });
}
