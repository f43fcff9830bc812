import type { RefusalName } from "#src/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/api/define-call.ts";
import { emptyPage } from "#src/api/list.ts";
import type { Page } from "#src/api/list.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { implement } from "#server/http/context.ts";
import type { CallContext, Implementation } from "#server/http/context.ts";
import { retailerAsked, scopeOf } from "./wallet-scope.ts";
import type { WalletScope } from "./wallet-scope.ts";

export type Answer<T> = Promise<Result<T, RefusalName>>;

/** A call about wallets that a provider's people make; a retailer without a provider has none. */
export function inScope<C extends Call>(
  call: C,
  run: (scope: WalletScope, input: ParsedInputOf<C>, context: CallContext) => Answer<OutputOf<C>>,
): Implementation {
  return implement(call, async (input, context) => {
    const scope = scopeOf(context);
    return scope === null ? refuse("notFound") : run(scope, input, context);
  });
}

/** A list, of one retailer's or of all: of nobody's for whom no provider lets in. */
export function listed<C extends Call, R>(
  call: C,
  run: (scope: WalletScope, retailerUuid: string | null, input: ParsedInputOf<C>) => Answer<Page<R> & OutputOf<C>>,
): Implementation {
  return implement(call, async (input, context) => {
    const scope = scopeOf(context);
    if (scope === null) return ok(emptyPage<R>() as Page<R> & OutputOf<C>);
    const { retailer_uuid } = input as { retailer_uuid?: string };
    const asked = await retailerAsked(scope, retailer_uuid);
    return asked.ok ? run(scope, asked.value, input) : asked;
  });
}
