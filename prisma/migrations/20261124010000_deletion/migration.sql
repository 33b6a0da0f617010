-- Permanent deletions: ids and times only. The row of the conversation itself is gone as soon as its deletion begins.
CREATE TABLE "conversation_deletion" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "conversation_deletion_pkey" PRIMARY KEY ("workspace_id","id")
);

-- Workers look for deletions that a crash has interrupted.
CREATE INDEX "conversation_deletion_unfinished" ON "conversation_deletion" ("begun_at") WHERE "finished_at" IS NULL;
