import { useRouterState } from "@tanstack/react-router";

/** Where the screen in sight stands: path and whole address. While another one loads it is still the one before. */
export interface Here {
  readonly pathname: string;
  readonly href: string;
}

/** Where we are. */
export function useHere(): Here {
  const pathname = useRouterState({ select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname });
  const href = useRouterState({ select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).href });
  return { pathname, href };
}
