import type { Action, ActionTools } from "#src/kit/ui/list/list-definition.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { catalogueActions } from "./catalogue.actions.ts";
import { addItems } from "./catalogue.contract.ts";

interface OwnedRow {
  readonly product_uuid: string;
  readonly owner_uuid: string;
  readonly is_archived: boolean;
}

const mostAtOnce = 200;

async function addToCatalogue({ rows, caller: { client }, t }: ActionTools<OwnedRow>): Promise<void> {
  const products = [...new Set(rows.map(({ product_uuid }) => product_uuid))];
  let [added, existing] = [0, 0];
  for (let start = 0; start < products.length; start += mostAtOnce) {
    const answer = await client.call(addItems, { product_uuids: products.slice(start, start + mostAtOnce) });
    added += answer.added.length;
    existing += answer.existing;
  }
  useToasts.getState().show("good", t(added === 0 ? "catalogue.offered.none" : "catalogue.offered.done", { count: added || existing }));
}

/** Adds the products of rows to the catalogue, if the provider owns them. An action of the list of goods. */
export function createAddToCatalogueAction(): Action<OwnedRow> {
  return {
    id: "offer",
    label: "catalogue.action.offer",
    needs: "some",
    rule: catalogueActions.offer,
    perform: addToCatalogue,
  };
}
