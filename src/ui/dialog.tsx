import { Suspense } from "react";
import type { DialogProps } from "./dialog-box.tsx";
import { lazyPart } from "./lazy-part.ts";

/** With the first dialog that is opened: what holds the focus in it is a third of React Aria. */
export const DialogBox = lazyPart<DialogProps>(async () => (await import("./dialog-box.tsx")).DialogBox);

/** A question in front of the page, drawn when it and all that is in it are loaded. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogBox {...props} />
    </Suspense>
  );
}
