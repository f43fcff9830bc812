import { DialogBox } from "#src/kit/ui/dialog.tsx";
import { FormPart } from "#src/kit/ui/form/lazy-form.tsx";
import { OtherInput } from "#src/kit/ui/form/lazy-input.ts";
import { MenuPopover } from "#src/kit/ui/menu.tsx";

/**
 * The parts that most later screens use, loaded step by step after the first screen: a later route then loads only its own code, and a dialog opens at
 * once. scripts/sizes.ts limits the size of each step.
 */
const steps: readonly (() => Promise<unknown>)[] = [
  // Needed after a login; the home page has already loaded it.
  async () => (await import("../shell/area-layout.tsx")).AreaLayout,
  async () => (await import("./parts.ts")).parts,
  async () => (await import("./lists.ts")).lists,
  async () => (await import("./dialogs.ts")).dialogs,
  () => Promise.all([DialogBox, FormPart, MenuPopover, OtherInput].map((part) => part.preload())),
];

/** A step that fails here is loaded again when a screen needs it. */
async function loadKit(): Promise<void> {
  for (const step of steps) await step().catch(() => null);
}

/** Starts when the browser is idle; Safari has no `requestIdleCallback`. */
export function loadKitWhenIdle(): void {
  const begin = () => void loadKit();
  if (typeof requestIdleCallback === "function") requestIdleCallback(begin, { timeout: 5000 });
  else setTimeout(begin, 1000);
}
