import { useRouterState } from "@tanstack/react-router";

/** The path and full address of the visible screen. While another one loads, it is still the previous one. */
export interface Here {
  readonly pathname: string;
  readonly href: string;
}

/** Returns the location of the visible screen. */
export function useHere(): Here {
  const pathname = useRouterState({ select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname });
  const href = useRouterState({ select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).href });
  return { pathname, href };
}
