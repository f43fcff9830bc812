import { Suspense } from "react";
import { lazyPart } from "#src/ui/lazy-part.ts";
import type { OpenImportProps } from "./open-import.tsx";

/** Comes when an import is begun: the screens that offer one are drawn without it. */
const OpenImport = lazyPart(async () => (await import("./open-import.tsx")).OpenImport);

/** Imports a workbook: choose it, see what was read and what is wrong, post it. Nothing is shown while it is not open. */
export function ImportDialog({ open, ...rest }: OpenImportProps & { readonly open: boolean }) {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <OpenImport {...rest} />
    </Suspense>
  );
}
