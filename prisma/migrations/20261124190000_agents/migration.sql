-- Nothing has ever written this table: definitions are versions now.
DROP TABLE "agent";

-- CreateTable
CREATE TABLE "agent_version" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "fields" JSONB,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "person_id" TEXT NOT NULL,
    "restored_from" INTEGER,

    CONSTRAINT "agent_version_pkey" PRIMARY KEY ("workspace_id","name","version")
);

-- AlterTable
ALTER TABLE "conversation" ADD COLUMN "agent" TEXT;

-- AlterTable
ALTER TABLE "queued_message" ADD COLUMN "agent" TEXT;
