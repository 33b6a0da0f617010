-- The parts that a run gave up: abandoned goals, and branches of sub-agents that did not complete. Of what earlier runs did, nothing is counted.
ALTER TABLE "trace_facts" ADD COLUMN "given_up" INTEGER NOT NULL DEFAULT 0;
