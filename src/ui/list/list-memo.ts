import type { ListModel } from "./use-list-model.ts";

/**
 * Whether two models show the same, apart from where the list is scrolled to: what stands around the rows is not drawn again with each row that
 * comes to the top.
 */
export function isUnscrolled(a: ListModel, b: ListModel): boolean {
  const parts = ({ shape, t, locale, caller, columns, selection, book, views, address }: ListModel): unknown[] => {
    const { filters, sort } = address.url;
    return [shape, t, locale, caller, columns, selection, book, views.kept, address.change, JSON.stringify([filters, sort])];
  };
  const ofB = parts(b);
  return parts(a).every((part, index) => part === ofB[index]);
}
