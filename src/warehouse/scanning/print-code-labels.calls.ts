import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { CallAddress } from "#src/kit/api/address.ts";
import type { CallProblem, Client } from "#src/kit/api/client.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { printFile } from "#src/kit/ui/download-file.ts";
import { readCodeLabels } from "./code-labels.storage.ts";

/**
 * Prints labels for the next stations to scan, in the size that this device has chosen.
 * @param call which answers with them, and takes their size and language
 * @returns why they could not be printed; null if they were, or this device prints none
 */
export async function printCodeLabels<C extends CallAddress>(
  client: Client,
  call: C,
  input: Omit<InputOf<C>, "size" | "language">,
): Promise<CallProblem | null> {
  const size = readCodeLabels();
  if (size === "none") return null;
  const { language } = useAppearance.getState();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the calls that print codes have these two inputs and those given
  return printFile(client, call, { ...input, size, language } as unknown as InputOf<C>);
}
