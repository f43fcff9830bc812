import { expect, it } from "vitest";
import { parseDevice } from "./device.rules.ts";

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge", "Windows"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, "Safari", "macOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox", "Linux"],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`, "Safari", "iPhone"],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`, "Chrome", "iPhone"],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921) ${blink} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [`Mozilla/5.0 (Linux; Android 14) ${blink} Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50`, "WeChat", "Android"],
  ["Scanner 7", null, null],
  ["", null, null],
])("%j is %s on %s", (userAgent, browser, system) => expect(parseDevice(userAgent)).toEqual({ browser, system }));
