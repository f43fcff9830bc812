import { DialogBox } from "#src/ui/dialog.tsx";
import { FormPart } from "#src/ui/form/lazy-form.tsx";
import { OtherInput } from "#src/ui/form/lazy-input.ts";
import { MenuPopover } from "#src/ui/menu.tsx";

/** Loads what opens on a screen, as a browser has when nothing else is to be done: it is then drawn at once. */
export async function loadKit(): Promise<void> {
  await Promise.all([DialogBox, FormPart, MenuPopover, OtherInput].map((part) => part.preload()));
}
