import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { demoWords } from "./demo-names.ts";
import { ask, assign, close, note } from "./outbound/exceptions/exception-steps.commands.ts";
import { resolve } from "./outbound/exceptions/resolve-exception.commands.ts";
import type { OrderScope } from "./outbound/orders/order-scope.ts";

interface Found {
  readonly exception_uuid: string;
  readonly version: number;
}

async function listAddressCases({ tx, providerUuid }: OrderScope): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select exception_uuid, version from exception_case where provider_uuid = ${providerUuid} and type = 'address' and status = 'open'
    order by exception_uuid limit 5`.execute(tx);
  return rows;
}

function done(result: Result<string, string>): void {
  if (!result.ok) throw new Error(`demo exceptions: ${result.problem}`);
}

/**
 * Lets people work on some of the demo's exceptions, with the commands of the screens: one is closed, one resolved, two wait for their retailer, and one is
 * being worked on.
 * @param scope acts for the provider
 * @throws Error naming the refusal if a command refuses: the demo is then not created at all
 */
export async function seedDemoExceptions(scope: OrderScope, operatorUuid: string): Promise<void> {
  const operator: OrderScope = { ...scope, userUuid: operatorUuid, role: "operator" };
  const [closed, resolved, asked, askedToo, worked] = await listAddressCases(scope);
  for (const [of, message] of [
    [closed, demoWords.lookedUp],
    [resolved, demoWords.confirmedByPhone],
  ] as const)
    if (of !== undefined) done(await resolve(operator, { ...of, resolution: "address_confirmed", message, lines: [] }));
  if (closed !== undefined) done(await close(scope, { ...closed, version: closed.version + 1 }));
  if (asked !== undefined) done(await ask(operator, { ...asked, message: demoWords.whichCode }));
  if (askedToo !== undefined) done(await ask(scope, { ...askedToo, message: demoWords.whichFlat }));
  if (worked === undefined) return;
  done(await assign(operator, { exception_uuid: worked.exception_uuid, version: worked.version }));
  const step = { exception_uuid: worked.exception_uuid, version: worked.version + 1 };
  done(await note(operator, { ...step, message: demoWords.nobodyAnswers, is_internal: true }));
}
