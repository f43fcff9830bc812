import { getException, listExceptions } from "./exceptions.contract.ts";

/** The calls that read exceptions: refreshed together after a change. */
export const exceptionsReads = [listExceptions, getException] as const;
