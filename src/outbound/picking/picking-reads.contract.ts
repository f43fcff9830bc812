import { getPickTask, listLeftPieces, listPickTasks } from "./picking.contract.ts";

/** The calls that read pick tasks: refreshed together after a change. */
export const pickingReads = [listPickTasks, getPickTask, listLeftPieces] as const;
