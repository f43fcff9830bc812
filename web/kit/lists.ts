import { List } from "#src/kit/ui/list/list.tsx";

/** The parts of lists. */
export const lists = { List };
