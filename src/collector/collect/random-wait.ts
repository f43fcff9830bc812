import { readTestHook } from "#src/kit/lib/test-hook.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { readSettings } from "#src/collector/settings/settings.storage.ts";

/** Draws the wait before the next request, in ms: random between the two bounds of the settings, whose minimum is 4 s (`settings.rules.ts`). */
export async function drawWaitMs(): Promise<number> {
  const hook = await readTestHook();
  const settings = await readSettings();
  const [from, to] = hook?.waitMs ?? getWaitBounds(settings);
  return from + Math.random() * (to - from);
}

function getWaitBounds({ waitFromSeconds, waitToSeconds }: Settings): [number, number] {
  return [waitFromSeconds * 1000, Math.max(waitFromSeconds, waitToSeconds) * 1000];
}
