import type { ReactNode } from "react";
import { useState } from "react";
import { LeaveGuard } from "./form/leave-guard.tsx";
import type { MayBeLost } from "./use-unsaved.ts";
import { UnsavedContext } from "./use-unsaved.ts";

interface UnsavedAreaProps {
  /** the search parameter that names the visible item: with another value the item is left */
  readonly parameter: string;
  readonly children: ReactNode;
}

/** A page of several forms without drafts: asks once before what was typed in any of them is lost. */
export function UnsavedArea({ parameter, children }: UnsavedAreaProps) {
  const [parts] = useState(() => new Set<MayBeLost>());
  return (
    <UnsavedContext value={parts}>
      <LeaveGuard searchKey={parameter} mayBeLost={() => [...parts].some((mayBeLost) => mayBeLost())} />
      {children}
    </UnsavedContext>
  );
}
