import { z } from "zod";

export const budgetLevelSchema = z.enum(["workspace", "trace", "child"]);
export const budgetUnitSchema = z.enum(["tokens", "usd", "ms", "steps"]);
