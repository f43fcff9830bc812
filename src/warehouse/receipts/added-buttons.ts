import type { ComponentType } from "react";
import { createContext } from "react";
import type { ReceiptDetail } from "./receipts.contract.ts";

/** Buttons that other slices add to a receipt's page. */
export const ReceiptButtons = createContext<readonly ComponentType<{ readonly of: ReceiptDetail }>[]>([]);
