import { useCallback, useLayoutEffect, useState } from "react";

type Find = () => HTMLElement | null | undefined;

/** Returns a function that focuses an element with the next update of the page: one that the same update draws, such as a new row's first field. */
export function useNextFocus(): (find: Find) => void {
  const [next, setNext] = useState<{ readonly find: Find } | null>(null);
  useLayoutEffect(() => next?.find()?.focus(), [next]);
  return useCallback((find: Find) => setNext({ find }), []);
}
