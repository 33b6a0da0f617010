-- CreateTable
CREATE TABLE "learned_window" (
    "workspace_id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "context_window" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "learned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "learned_window_pkey" PRIMARY KEY ("workspace_id","reference")
);
