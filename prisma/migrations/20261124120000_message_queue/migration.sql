-- CreateTable
CREATE TABLE "queued_message" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "model" TEXT,
    "folder_id" TEXT,
    "trace_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "position" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(3),

    CONSTRAINT "queued_message_pkey" PRIMARY KEY ("workspace_id","id")
);
CREATE INDEX "queued_message_conversation" ON "queued_message"("workspace_id", "conversation_id", "position");
CREATE INDEX "queued_message_open" ON "queued_message"("workspace_id", "conversation_id", "position") WHERE "state" IN ('waiting', 'held', 'starting');
