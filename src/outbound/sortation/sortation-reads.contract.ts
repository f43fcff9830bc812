import { findByScan, getWall, listTotes, listWalls } from "./sortation.contract.ts";

/** The calls that read sort walls: refreshed together after a change. */
export const sortationReads = [listWalls, getWall, listTotes, findByScan] as const;
