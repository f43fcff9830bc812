import type { ComponentType } from "react";
import { createContext } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import type { TextKey } from "#src/kit/i18n/text-key.ts";

/** A tab that a group above adds to the page of a retailer, behind goods and receipts. */
interface CustomerTab {
  readonly value: string;
  readonly text: TextKey;
  readonly may: (caller: Caller) => boolean;
  readonly Content: ComponentType<{ readonly retailerUuid: string }>;
}

/** Tabs that groups above add to the page of a retailer. */
export const CustomerTabs = createContext<readonly CustomerTab[]>([]);
