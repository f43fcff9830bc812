import type { CardBehaviour, CardFault } from "../cards.ts";
import type { InvoiceStatus } from "../wire/invoice.ts";
import type { Currency } from "../wire/price.ts";
import type { SubscriptionStatus } from "../wire/subscription.ts";

export type Language = "en" | "zh";

/** A field's error: the card's, and those of the others. */
export type Fault = CardFault | "email";

interface Texts {
  brand: string;
  note: string;
  product: string;
  monthly(amount: string): string;
  checkoutTitle: string;
  paySummary: string;
  email: string;
  emailFixed: string;
  name: string;
  number: string;
  expiry: string;
  expiryHint: string;
  cvc: string;
  cvcHint: string;
  subscribe(amount: string): string;
  terms: string;
  cancelAndReturn: string;
  testCards: string;
  testCardsHint: string;
  cardNumber: string;
  cardDoes: string;
  does: Readonly<Record<CardBehaviour, string>>;
  faults: Readonly<Record<Fault, string>>;
  checkFields: string;
  declined: string;
  refused: string;
  confirmTitle: string;
  confirmText(amount: string): string;
  confirm: string;
  refuse: string;
  nothingToConfirm: string;
  finishedTitle: string;
  finishedText: string;
  continueToMerchant: string;
  expiredTitle: string;
  expiredText: string;
  missingTitle: string;
  missingText: string;
  portalTitle: string;
  plan: string;
  noPlan: string;
  status: Readonly<Record<SubscriptionStatus, string>>;
  nextPayment(date: string, amount: string): string;
  endsOn(date: string): string;
  endedOn(date: string): string;
  pastDue(amount: string): string;
  cancelPlan: string;
  cancelTitle: string;
  cancelText(date: string): string;
  cancelNow: string;
  keepPlan: string;
  resume: string;
  card: string;
  cardLine(last4: string, expiry: string): string;
  changeCard: string;
  saveCard: string;
  back: string;
  invoices: string;
  noInvoices: string;
  date: string;
  amount: string;
  state: string;
  invoiceNumber: string;
  invoiceStatus: Readonly<Record<InvoiceStatus, string>>;
  invoiceTitle(number: string): string;
  paidBy: string;
  returnToMerchant: string;
  done: Readonly<Record<"canceled" | "resumed" | "card" | "cardFailed", string>>;
}

const en: Texts = {
  brand: "Sandbox payments",
  note: "Sandbox: no money moves.",
  product: "Quayside Collector Pro",
  monthly: (amount) => `${amount} a month`,
  checkoutTitle: "Subscribe",
  paySummary: "Renews each month until you cancel.",
  email: "Email",
  emailFixed: "Your email is part of your account and cannot be changed here.",
  name: "Name on card",
  number: "Card number",
  expiry: "Expiry date",
  expiryHint: "Month and year, for example 12 / 40",
  cvc: "Security code",
  cvcHint: "Three digits",
  subscribe: (amount) => `Pay ${amount} and subscribe`,
  terms: "Use test cards only. Real card numbers are refused, and no card number is kept.",
  cancelAndReturn: "Cancel and go back",
  testCards: "Test cards",
  testCardsHint: "Any future date and any three digits go with them.",
  cardNumber: "Number",
  cardDoes: "What it does",
  does: {
    good: "Pays.",
    declined: "Is declined.",
    needsConfirmation: "Asks you to confirm, then pays.",
    failsLater: "Pays now; the renewal fails.",
  },
  faults: {
    email: "Enter an email address, for example you@example.com.",
    number: "The card number is incomplete or has a wrong digit.",
    notATestCard: "This is a sandbox: it takes the test cards on this page only.",
    expiry: "Enter the expiry date as month and year.",
    expired: "This card has expired.",
    cvc: "Enter the three digits of the security code.",
  },
  checkFields: "Nothing was paid. Check the marked fields.",
  declined: "Your card was declined and nothing was paid. Try another card.",
  refused: "The payment was not confirmed and nothing was paid. Try again, or use another card.",
  confirmTitle: "Confirm the payment",
  confirmText: (amount) => `Your bank asks whether you want to pay ${amount} to Quayside.`,
  confirm: "Confirm",
  refuse: "Refuse",
  nothingToConfirm: "No payment waits for a confirmation.",
  finishedTitle: "This checkout is finished",
  finishedText: "It was paid once. Nothing more is charged here.",
  continueToMerchant: "Continue",
  expiredTitle: "This checkout has expired",
  expiredText: "Nothing was paid. Go back and start again.",
  missingTitle: "There is nothing here",
  missingText: "The address is wrong, or it has expired. Go back and open it again.",
  portalTitle: "Your subscription",
  plan: "Plan",
  noPlan: "You have no plan.",
  status: {
    incomplete: "Not paid yet",
    incomplete_expired: "Never paid",
    active: "Active",
    past_due: "Payment is late",
    canceled: "Ended",
  },
  nextPayment: (date, amount) => `Next payment: ${amount} on ${date}.`,
  endsOn: (date) => `Cancelled. You keep the plan until ${date}.`,
  endedOn: (date) => `Ended on ${date}.`,
  pastDue: (amount) => `The last payment of ${amount} failed. Change the card to pay it now.`,
  cancelPlan: "Cancel plan",
  cancelTitle: "Cancel your plan?",
  cancelText: (date) => `You keep it until ${date}, and nothing more is charged. Until then you can resume it here.`,
  cancelNow: "Yes, cancel plan",
  keepPlan: "Keep plan",
  resume: "Resume plan",
  card: "Card",
  cardLine: (last4, expiry) => `Visa ending in ${last4}, expires ${expiry}`,
  changeCard: "Change card",
  saveCard: "Save card",
  back: "Back",
  invoices: "Invoices",
  noInvoices: "There are no invoices yet.",
  date: "Date",
  amount: "Amount",
  state: "State",
  invoiceNumber: "Number",
  invoiceStatus: { draft: "Draft", open: "Open", paid: "Paid", void: "Void", uncollectible: "Not paid" },
  invoiceTitle: (number) => `Invoice ${number}`,
  paidBy: "Bill to",
  returnToMerchant: "Return to Quayside",
  done: {
    canceled: "Your plan is cancelled. You keep it until the month you paid for ends.",
    resumed: "Your plan goes on.",
    card: "The new card is saved.",
    cardFailed: "The new card is saved, but the late payment failed again. Try another card.",
  },
};

const zh: Texts = {
  brand: "沙盒支付",
  note: "沙盒环境，不会产生真实扣款。",
  product: "码头评论采集器专业版",
  monthly: (amount) => `每月 ${amount}`,
  checkoutTitle: "订阅",
  paySummary: "按月自动续费，可随时取消。",
  email: "邮箱",
  emailFixed: "邮箱来自您的账户，此处不能修改。",
  name: "持卡人姓名",
  number: "卡号",
  expiry: "有效期",
  expiryHint: "月份和年份，例如 12 / 40",
  cvc: "安全码",
  cvcHint: "三位数字",
  subscribe: (amount) => `支付 ${amount} 并订阅`,
  terms: "请只使用测试卡。真实卡号会被拒绝，任何卡号都不会保存。",
  cancelAndReturn: "取消并返回",
  testCards: "测试卡",
  testCardsHint: "有效期填未来任意月份，安全码填任意三位数字。",
  cardNumber: "卡号",
  cardDoes: "结果",
  does: {
    good: "付款成功。",
    declined: "付款被拒。",
    needsConfirmation: "需要您确认，确认后付款。",
    failsLater: "本次成功，续费时失败。",
  },
  faults: {
    email: "请填写邮箱地址，例如 you@example.com。",
    number: "卡号不完整，或有数字填错。",
    notATestCard: "这里是沙盒，只接受本页列出的测试卡。",
    expiry: "请按月份和年份填写有效期。",
    expired: "这张卡已过期。",
    cvc: "请填写三位安全码。",
  },
  checkFields: "尚未付款，请检查标出的内容。",
  declined: "您的卡被拒绝，没有扣款。请换一张卡再试。",
  refused: "付款未经确认，没有扣款。请重试，或换一张卡。",
  confirmTitle: "确认付款",
  confirmText: (amount) => `银行请您确认：是否向码头云仓支付 ${amount}？`,
  confirm: "确认",
  refuse: "拒绝",
  nothingToConfirm: "目前没有等待确认的付款。",
  finishedTitle: "本次结账已完成",
  finishedText: "款项只支付一次，此处不会再扣款。",
  continueToMerchant: "继续",
  expiredTitle: "本次结账已过期",
  expiredText: "没有扣款。请返回后重新开始。",
  missingTitle: "这里没有内容",
  missingText: "地址有误或已过期，请返回后重新打开。",
  portalTitle: "您的订阅",
  plan: "套餐",
  noPlan: "您还没有套餐。",
  status: { incomplete: "尚未付款", incomplete_expired: "未付款，已失效", active: "使用中", past_due: "付款逾期", canceled: "已结束" },
  nextPayment: (date, amount) => `下次付款：${date}，${amount}。`,
  endsOn: (date) => `已取消，可使用至 ${date}。`,
  endedOn: (date) => `已于 ${date} 结束。`,
  pastDue: (amount) => `上一笔 ${amount} 付款失败。更换银行卡即可立即补付。`,
  cancelPlan: "取消套餐",
  cancelTitle: "要取消套餐吗？",
  cancelText: (date) => `您可以使用到 ${date}，之后不再扣款。在此之前可随时恢复。`,
  cancelNow: "确认取消",
  keepPlan: "保留套餐",
  resume: "恢复套餐",
  card: "银行卡",
  cardLine: (last4, expiry) => `Visa 卡，尾号 ${last4}，有效期至 ${expiry}`,
  changeCard: "更换银行卡",
  saveCard: "保存",
  back: "返回",
  invoices: "账单",
  noInvoices: "还没有账单。",
  date: "日期",
  amount: "金额",
  state: "状态",
  invoiceNumber: "编号",
  invoiceStatus: { draft: "草稿", open: "待付款", paid: "已付款", void: "已作废", uncollectible: "未付款" },
  invoiceTitle: (number) => `账单 ${number}`,
  paidBy: "付款人",
  returnToMerchant: "返回码头云仓",
  done: {
    canceled: "套餐已取消，已付款的这个月仍可使用。",
    resumed: "套餐已恢复。",
    card: "新卡已保存。",
    cardFailed: "新卡已保存，但逾期款项仍未付成。请换一张卡。",
  },
};

const catalogues: Readonly<Record<Language, Texts>> = { en, zh };

/** A page's words, and how it formats money and days. */
export interface Speech {
  language: Language;
  texts: Texts;
  /** an amount in its smallest unit */
  money(amount: number, currency: Currency): string;
  /** the day of a second, UTC */
  day(seconds: number): string;
}

/** Returns the session's language; the browser's if the session leaves it open. */
export function speechOf(locale: string | null, acceptLanguage: string | undefined): Speech {
  const asked = locale === null || locale === "auto" ? (acceptLanguage ?? "") : locale;
  const language: Language = asked.trim().toLowerCase().startsWith("zh") ? "zh" : "en";
  const tag = language === "zh" ? "zh-CN" : "en-US";
  return {
    language,
    texts: catalogues[language],
    money: (amount, currency) => new Intl.NumberFormat(tag, { style: "currency", currency }).format(amount / 100),
    day: (seconds) => new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }).format(seconds * 1000),
  };
}
