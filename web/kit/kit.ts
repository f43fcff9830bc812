import { DialogBox } from "#src/ui/dialog.tsx";
import { FormPart } from "#src/ui/form/lazy-form.tsx";
import { OtherInput } from "#src/ui/form/lazy-input.ts";
import { MenuPopover } from "#src/ui/menu.tsx";

/**
 * The parts that most later screens use, loaded step by step once the first screen is drawn: a later route then loads its own code only, and a dialog
 * opens at once. scripts/sizes.ts bounds the size of each step.
 */
const steps: readonly (() => Promise<unknown>)[] = [
  // Needed after a login; home has it already.
  async () => (await import("../shell/area-shell.tsx")).AreaShell,
  async () => (await import("./parts.ts")).parts,
  async () => (await import("./lists.ts")).lists,
  async () => (await import("./dialogs.ts")).dialogs,
  () => Promise.all([DialogBox, FormPart, MenuPopover, OtherInput].map((part) => part.preload())),
];

/** A step that fails to load is loaded again where it is needed. */
async function loadKit(): Promise<void> {
  for (const step of steps) await step().catch(() => null);
}

/** Starts when the browser is idle; Safari has no `requestIdleCallback`. */
export function loadKitWhenIdle(): void {
  const begin = () => void loadKit();
  if (typeof requestIdleCallback === "function") requestIdleCallback(begin, { timeout: 5000 });
  else setTimeout(begin, 1000);
}
