import { findReturn } from "./returns-work.contract.ts";
import { getReturn, getReturnable, listReturns } from "./returns.contract.ts";

/** The calls that read returns: refreshed together after a change. */
export const returnsReads = [listReturns, getReturn, getReturnable, findReturn] as const;
