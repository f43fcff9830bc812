import type { ComponentType } from "react";
import { createContext } from "react";

/** What groups above show on the home page, below the to-dos: each nothing for a person whom it does not concern. */
export const HomeParts = createContext<readonly ComponentType[]>([]);
