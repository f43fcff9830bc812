import { DialogBox } from "#src/kit/ui/dialog.tsx";
import { FormPart } from "#src/kit/ui/form/lazy-form.tsx";
import { OtherInput } from "#src/kit/ui/form/lazy-input.ts";
import { MenuPopover } from "#src/kit/ui/menu.tsx";

/** Preloads what opens on a screen, like an idle browser, so that it renders at once. */
export async function loadKit(): Promise<void> {
  await Promise.all([DialogBox, FormPart, MenuPopover, OtherInput].map((part) => part.preload()));
}
