import { find, subscriptionsOf } from "../account.ts";
import { endSubscription } from "../billing.ts";
import { emailAddress, expand, fields, list, mergedMetadata, metadata, text } from "../params.ts";
import type { Customer } from "../wire/customer.ts";
import { newCustomer } from "../wire/customer.ts";
import type { ApiRoute } from "./route.ts";
import { route } from "./route.ts";

const details = {
  email: emailAddress,
  name: text(256),
  phone: text(20),
  description: text(),
  metadata,
  preferred_locales: list(text(10)),
  expand,
};

const words = (given: readonly (string | null)[] | undefined): string[] => (given ?? []).flatMap((one) => one ?? []);

/** Customers: create, retrieve, update, delete. */
export const customerRoutes: readonly ApiRoute[] = [
  route("POST", "/v1/customers", fields(details), ({ account, params }) => {
    const customer = newCustomer(account.clock.now(), {
      ...params,
      metadata: mergedMetadata({}, params.metadata),
      preferred_locales: words(params.preferred_locales),
    });
    account.customers.set(customer.id, customer);
    account.emit("customer.created", customer);
    return customer;
  }),
  route("GET", "/v1/customers/{id}", fields({ expand }), ({ account, id }) =>
    // A deleted customer can still be retrieved by its id.
    account.deletedCustomers.has(id) ? { id, object: "customer", deleted: true } : find(account.customers, "customer", id),
  ),
  route("POST", "/v1/customers/{id}", fields(details), ({ account, id, params }) => {
    const customer = find(account.customers, "customer", id);
    const before = structuredClone(customer);
    const given: Partial<Customer> = {
      ...(params.email !== undefined && { email: params.email }),
      ...(params.name !== undefined && { name: params.name }),
      ...(params.phone !== undefined && { phone: params.phone }),
      ...(params.description !== undefined && { description: params.description }),
      ...(params.preferred_locales !== undefined && { preferred_locales: words(params.preferred_locales) }),
      metadata: mergedMetadata(customer.metadata, params.metadata),
    };
    Object.assign(customer, given);
    account.emit("customer.updated", customer, before);
    return customer;
  }),
  route("DELETE", "/v1/customers/{id}", fields({}), ({ account, id }) => {
    const customer = find(account.customers, "customer", id);
    for (const one of subscriptionsOf(account, id)) endSubscription(account, one, "cancellation_requested");
    account.customers.delete(id);
    account.deletedCustomers.add(id);
    account.emit("customer.deleted", customer);
    return { id, object: "customer", deleted: true };
  }),
];
