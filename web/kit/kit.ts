import { DialogBox } from "#src/ui/dialog.tsx";
import { FormPart } from "#src/ui/form/lazy-form.tsx";
import { OtherInput } from "#src/ui/form/lazy-input.ts";
import { MenuPopover } from "#src/ui/menu.tsx";

/**
 * What most later screens draw with, a step after the other. It is loaded once the first screen stands, so that a later route brings its own lines
 * alone and a dialog opens at once; scripts/sizes.ts holds the weight of each step.
 */
const steps: readonly (() => Promise<unknown>)[] = [
  // Behind a login; home has it already.
  async () => (await import("../shell/area-shell.tsx")).AreaShell,
  async () => (await import("./parts.ts")).parts,
  async () => (await import("./lists.ts")).lists,
  async () => (await import("./dialogs.ts")).dialogs,
  () => Promise.all([DialogBox, FormPart, MenuPopover, OtherInput].map((part) => part.preload())),
];

/** What does not come is asked for again where it is needed. */
async function loadKit(): Promise<void> {
  for (const step of steps) await step().catch(() => null);
}

/** Begins when the browser has nothing better to do; Safari does not tell when that is. */
export function loadKitWhenIdle(): void {
  const begin = () => void loadKit();
  if (typeof requestIdleCallback === "function") requestIdleCallback(begin, { timeout: 5000 });
  else setTimeout(begin, 1000);
}
