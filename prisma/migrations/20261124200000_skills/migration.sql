-- CreateTable
CREATE TABLE "skill" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "is_core" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "skill_pkey" PRIMARY KEY ("workspace_id","name")
);

-- CreateTable
CREATE TABLE "skill_version" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "person_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_version_pkey" PRIMARY KEY ("workspace_id","name","version")
);

-- CreateTable
CREATE TABLE "skill_file" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "skill_file_pkey" PRIMARY KEY ("workspace_id","name","version","path")
);

-- CreateTable
CREATE TABLE "skill_offer" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "withheld_from" TEXT[],

    CONSTRAINT "skill_offer_pkey" PRIMARY KEY ("workspace_id","name")
);

-- CreateTable
CREATE TABLE "skill_use" (
    "workspace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "layer" TEXT NOT NULL,
    "loads" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_use_pkey" PRIMARY KEY ("workspace_id","name","trace_id","layer")
);

-- CreateIndex
CREATE INDEX "skill_use_time" ON "skill_use"("workspace_id", "at");

-- CreateIndex
CREATE INDEX "skill_use_trace" ON "skill_use"("workspace_id", "trace_id");
