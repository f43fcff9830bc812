import { Suspense } from "react";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import type { OpenImportProps } from "./open-import.tsx";

/** Loaded when an import is opened, so that screens render without it. */
const OpenImport = lazyPart(async () => (await import("./open-import.tsx")).OpenImport);

/** Imports a workbook: choose a file, review the rows and problems, post. Renders nothing while closed. */
export function ImportDialog({ open, ...rest }: OpenImportProps & { readonly open: boolean }) {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <OpenImport {...rest} />
    </Suspense>
  );
}
