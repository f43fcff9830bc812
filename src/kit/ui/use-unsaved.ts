import { createContext, use, useEffect, useRef } from "react";

/** Whether something typed would be lost, if the page were left now. */
export type MayBeLost = () => boolean;

/** The parts of a page that asks before it is left (`UnsavedArea`); null on any other. */
export const UnsavedContext = createContext<Set<MayBeLost> | null>(null);

/** Tells the page around, where it asks before it is left, whether something typed here may be lost. */
export function useUnsaved(mayBeLost: MayBeLost): void {
  const parts = use(UnsavedContext);
  const latest = useRef(mayBeLost);
  useEffect(() => {
    latest.current = mayBeLost;
  });
  useEffect(() => {
    if (parts === null) return undefined;
    const ask = () => latest.current();
    parts.add(ask);
    return () => void parts.delete(ask);
  }, [parts]);
}
