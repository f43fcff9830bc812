import { expect, test } from "vitest";
import {
  getConfirmRefusal,
  getNextTopUpStatus,
  getRolesFor,
  getTopUpRequestRefusal,
  topUpRequestMachine,
  topUpRequestStatuses,
} from "./top-up-request.machine.ts";

test("every end state of a top-up request can be reached and is final", () => {
  expect(topUpRequestMachine.transitions.map(({ to }) => to).toSorted()).toEqual(["confirmed", "declined", "withdrawn"]);
  for (const status of topUpRequestStatuses.filter((one) => one !== "requested"))
    for (const event of ["confirm", "decline", "withdraw"] as const) {
      expect(getNextTopUpStatus(status, event)).toBeNull();
      expect(getTopUpRequestRefusal(status, event)).toBe("wallet.requestDecided");
      expect(getTopUpRequestRefusal("requested", event)).toBeNull();
    }
});

test("a request is confirmed only in the currency of its wallet", () => {
  const request = { status: "requested", currency: "USD", wallet_currency: "USD" } as const;
  expect(getConfirmRefusal(request)).toBeNull();
  expect(getConfirmRefusal({ ...request, wallet_currency: "EUR" })).toBe("wallet.requestCurrency");
  expect(getConfirmRefusal({ ...request, status: "withdrawn", wallet_currency: "EUR" })).toBe("wallet.requestDecided");
});

test("the supplier decides, the retailer withdraws", () => {
  expect([getRolesFor("confirm"), getRolesFor("decline"), getRolesFor("withdraw")]).toEqual([["provider"], ["provider"], ["dropShipper"]]);
});
