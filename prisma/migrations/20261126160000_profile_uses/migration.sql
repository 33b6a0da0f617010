-- AlterTable
ALTER TABLE "profile_version" ADD COLUMN "trace_id" TEXT;
ALTER TABLE "profile_version" ADD COLUMN "sequence" INTEGER;

-- CreateIndex
CREATE INDEX "profile_version_trace" ON "profile_version"("workspace_id", "trace_id");

-- CreateTable
CREATE TABLE "profile_use" (
    "workspace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "trace_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_use_pkey" PRIMARY KEY ("workspace_id","person_id","file","day","trace_id")
);

-- CreateIndex
CREATE INDEX "profile_use_trace" ON "profile_use"("workspace_id", "trace_id");
