-- AlterTable
ALTER TABLE "memory" ADD COLUMN     "project" TEXT,
ADD COLUMN     "terms" tsvector;

-- CreateIndex
CREATE INDEX "memory_terms" ON "memory" USING GIN ("terms");

-- CreateIndex
CREATE INDEX "memory_revisions" ON "memory"("workspace_id", "revision");

-- Entries whose terms are to be written.
CREATE INDEX "memory_without_terms" ON "memory"("workspace_id") WHERE "terms" IS NULL;

-- CreateIndex
CREATE INDEX "memory_recall_at" ON "memory_recall"("workspace_id", "at");

-- CreateTable
CREATE TABLE "memory_vector" (
    "workspace_id" TEXT NOT NULL,
    "memory_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "vector" REAL[],

    CONSTRAINT "memory_vector_pkey" PRIMARY KEY ("workspace_id","memory_id")
);

-- CreateTable
CREATE TABLE "memory_examination" (
    "workspace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "entry_ids" TEXT[],

    CONSTRAINT "memory_examination_pkey" PRIMARY KEY ("workspace_id","person_id")
);

-- CreateIndex
CREATE INDEX "memory_vector_position" ON "memory_vector"("workspace_id", "position");
