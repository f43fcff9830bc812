import { z } from "zod";

/** A day of a call, YYYY-MM-DD. The database knows no year 0. */
export const daySchema = z.iso.date().refine((value) => value >= "0001");
