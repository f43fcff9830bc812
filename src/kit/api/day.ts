import { z } from "zod";

/** A date in a call, YYYY-MM-DD. PostgreSQL has no year 0. */
export const daySchema = z.iso.date().refine((value) => value >= "0001");
