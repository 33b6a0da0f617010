-- Counts of calls: losing them with the server costs nothing but a fresh window.
CREATE UNLOGGED TABLE "call_count" (
    "id" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_count_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "call_count_oldest" ON "call_count"("window_start");
