import { z } from "zod";
import { openObject } from "../open-object.ts";
import { budgetLevelSchema, budgetUnitSchema } from "./budget-schema.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

const level = budgetLevelSchema;
const unit = budgetUnitSchema;
const reservation = {
  reservationId: z.string(),
  callId: z.string().nullable(),
  level,
  unit,
  amount: z.number(),
};

/** Budgets of a run: reservations, settlements and warnings. */
export const BUDGET_EVENTS = [
  defineEvent("budget.reserved", { data: openObject(reservation), erase: nothingToErase }),
  defineEvent("budget.settled", {
    data: openObject({ ...reservation, used: z.number() }),
    erase: nothingToErase,
  }),
  /** `share` is the fraction of `allowed` that triggered the warning, between 0 and 1. */
  defineEvent("budget.warned", {
    data: openObject({ level, unit, used: z.number(), allowed: z.number(), share: z.number() }),
    erase: nothingToErase,
    outline: (data) => ({
      k: "budget",
      level: data.level,
      used: data.used,
      allowed: data.allowed,
      d: data.unit,
    }),
  }),
] as const;
