import { List } from "#src/ui/list/list.tsx";

/** What lists are made of. */
export const lists = { List };
