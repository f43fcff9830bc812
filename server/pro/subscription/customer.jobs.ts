import { anonymous } from "#server/platform/db/row-security.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import type { Services } from "#server/platform/services.ts";
import { changeEmailJob } from "./customer-email.commands.ts";

/** Returns a customer's id at the provider and current address; undefined if the customer never bought anything or was deleted. */
async function readCustomer({ database }: Services, providerName: string, userUuid: string) {
  return database.transaction(anonymous, (tx) =>
    tx
      .selectFrom("payment_customer")
      .innerJoin("app_user", "app_user.user_uuid", "payment_customer.user_uuid")
      .select(["provider_customer_id", "email"])
      .where("payment_customer.user_uuid", "=", userUuid)
      .where("provider_name", "=", providerName)
      .executeTakeFirst(),
  );
}

/** Updates the provider until the address no longer changes: of two concurrent jobs, the last to write is the last to read. */
async function changeProviderEmail(services: Services, payments: PaymentProvider, userUuid: string, signal: AbortSignal): Promise<void> {
  for (let told = ""; ;) {
    signal.throwIfAborted();
    const known = await readCustomer(services, payments.name, userUuid);
    if (known === undefined || known.email === told) return;
    await payments.changeCustomerEmail(known.provider_customer_id, known.email);
    told = known.email;
  }
}

const changeEmailWorker = workOn(changeEmailJob, async ({ user_uuid }, { services, signal, finish }) => {
  const { payments } = services;
  if (payments !== null) await changeProviderEmail(services, payments, user_uuid, signal);
  await finish(async () => undefined);
});

export const customerJobs: readonly JobWorker[] = [changeEmailWorker];
