import { Suspense, useEffect } from "react";
import type { DialogProps } from "./dialog-box.tsx";
import { lazyPart } from "./lazy-part.ts";
import { returnFocus } from "./return-focus.ts";

/** Loaded with the first dialog: its focus handling is a third of React Aria. */
export const DialogBox = lazyPart<DialogProps>(async () => (await import("./dialog-box.tsx")).DialogBox);

/** A modal dialog, drawn when it and its content are loaded. */
export function Dialog(props: DialogProps) {
  useEffect(() => returnFocus, []);
  return (
    <Suspense fallback={null}>
      <DialogBox {...props} />
    </Suspense>
  );
}
