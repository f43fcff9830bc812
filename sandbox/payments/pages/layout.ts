import type { Speech } from "./texts.ts";

/** Escapes text for HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

/** Renders a whole page around its main part. `body` is HTML. */
export function layout({ language, texts }: Speech, title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="${language === "zh" ? "zh-CN" : "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} - ${escapeHtml(texts.brand)}</title>
<link rel="stylesheet" href="/assets/payments.css">
<link rel="icon" href="data:,">
</head>
<body>
<header class="top"><strong>${escapeHtml(texts.brand)}</strong><span>${escapeHtml(texts.note)}</span></header>
<main>
${body}
</main>
</body>
</html>`;
}

/** Renders a message that is read out at once; "" for none. */
export function alertHtml(message: string | null): string {
  return message === null ? "" : `<p class="alert" role="alert">${escapeHtml(message)}</p>`;
}

/** Renders a link that looks like a button. */
export function linkHtml(href: string, text: string, kind: "button" | "quiet"): string {
  return `<a class="${kind}" href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}

/** Renders a page with one message, and optionally a link. */
export function messagePage(speech: Speech, title: string, text: string, link: { href: string; text: string } | null): string {
  const way = link === null ? "" : `<p class="actions">${linkHtml(link.href, link.text, "button")}</p>`;
  return layout(speech, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${way}`);
}
