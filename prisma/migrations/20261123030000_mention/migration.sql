-- CreateTable
CREATE TABLE "mention" (
    "workspace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "comment_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "mention_pkey" PRIMARY KEY ("workspace_id","person_id","comment_id")
);

-- CreateIndex
CREATE INDEX "mention_inbox" ON "mention"("workspace_id", "person_id", "created_at" DESC, "comment_id" DESC);

-- CreateIndex
CREATE INDEX "mention_comment" ON "mention"("workspace_id", "comment_id");

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_workspace_id_comment_id_fkey" FOREIGN KEY ("workspace_id", "comment_id") REFERENCES "trace_comment"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who was named before there was an inbox has read it, or never will: nobody comes back to a pile.
INSERT INTO "mention" ("workspace_id", "person_id", "comment_id", "created_at", "read_at")
SELECT DISTINCT c."workspace_id", m."person_id", c."id", c."created_at", now()
FROM "trace_comment" c CROSS JOIN unnest(c."mentions") AS m("person_id")
WHERE m."person_id" <> c."person_id";
