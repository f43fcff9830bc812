/** The most rows, and the most columns, of a sort wall, as in the constraint `sort_wall_size_within`. */
export const mostRows = 20;

/** The longest code of a wall: the barcodes of its slots are the code, a dash and up to three digits. */
export const longestCode = 30;

/** The most totes that distribution shows, and the most walls. */
export const mostTotes = 500;
export const mostWalls = 200;

/**
 * What a slot is: free; its order's pieces are arriving; all of them are there; or pieces lie in it that no order has a right to any more, and that go back to
 * a shelf.
 */
export const slotStates = ["free", "filling", "complete", "left"] as const;

/** What a scanned code can mean at distribution and at a wall. */
export const sortationScans = ["wall", "tote", "unknown"] as const;

/** Whether a tote's goods go to a wall: its orders are sorted there, they are sorted already, or each piece is an order. */
export const toteNeeds = ["wall", "none", "single"] as const;

/** The barcode of a wall's slot: `W1-07`. */
export function getSlotBarcode(code: string, slotNumber: number): string {
  return `${code}-${String(slotNumber).padStart(2, "0")}`;
}
