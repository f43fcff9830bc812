import { expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";
import { statementTexts } from "#server/billing/statements/statement-texts.ts";

test.each([["en_us", english] as const, ["zh_cn", chinese] as const])(
  "a statement in %s calls kinds, events and ways of payment by the words of the screens",
  (language, { wallet }) => {
    const { kinds, events, methods } = statementTexts[language];
    expect({ kinds, events, methods }).toEqual({ kinds: wallet.kind, events: wallet.event, methods: wallet.method });
  },
);

test.each(["en_us", "zh_cn"] as const)(
  "a statement in %s says where a tier begins, and nothing of one that begins at nothing",
  (language) => {
    const { part } = statementTexts[language];
    const share = { quantity: "8", price: "0.03", isByAge: false };
    expect(part({ ...share, from: null })).toBe("8 × 0.03");
    expect(part({ ...share, from: "1,000" })).toMatch(/^(after the first 1,000 of the month: |当月数量超过 1,000 的部分：)8 × 0.03$/);
  },
);
