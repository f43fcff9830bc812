import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import type { Page } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { implement } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { resolveRetailer, getWalletScope } from "./wallet-scope.ts";
import type { WalletScope } from "./wallet-scope.ts";

export type Answer<T> = Promise<Result<T, RefusalName>>;

/** Implements a call about wallets; a retailer without a provider is refused. */
export function implementInScope<C extends Call>(
  call: C,
  run: (scope: WalletScope, input: ParsedInputOf<C>, context: CallContext) => Answer<OutputOf<C>>,
): Implementation {
  return implement(call, async (input, context) => {
    const scope = getWalletScope(context);
    return scope === null ? refuse("notFound") : run(scope, input, context);
  });
}

/** Implements a list of one retailer or all; empty for a retailer without a provider. */
export function implementList<C extends Call, R>(
  call: C,
  run: (scope: WalletScope, retailerUuid: string | null, input: ParsedInputOf<C>) => Answer<Page<R> & OutputOf<C>>,
): Implementation {
  return implement(call, async (input, context) => {
    const scope = getWalletScope(context);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every such call has this input and answers a page
    if (scope === null) return ok(emptyPage<R>() as Page<R> & OutputOf<C>);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every such call has this input and answers a page
    const { retailer_uuid } = input as { retailer_uuid?: string };
    const asked = await resolveRetailer(scope, retailer_uuid);
    return asked.ok ? run(scope, asked.value, input) : asked;
  });
}
