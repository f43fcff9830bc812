import { describe, expect, test } from "vitest";
import { drawnFaults, heavyModules } from "./prerender.ts";

describe("the build of the public pages refuses", () => {
  test("libraries heavier than the page", () => {
    const root = "/anywhere/node_modules";
    expect(heavyModules([`${root}/react-dom/client.js`, `${root}/zustand/index.js`, "/src/kit/ui/button.tsx"])).toEqual([]);
    expect(heavyModules([`${root}/react-aria-components/dist/a.mjs`, `${root}/react-aria/dist/b.mjs`, `${root}/zod/v4/index.js`])).toEqual([
      "react-aria-components",
      "react-aria",
      "zod",
    ]);
    expect(heavyModules([`${root}/@tanstack/react-router/dist/index.js`])).toEqual(["@tanstack/react-router"]);
  });

  const good = '<html><head><style>a{}</style><script src="/a.js"></script></head><body><p class="b">x</p></body></html>';
  test.each([
    ["nothing of a good page", good, 0],
    ["a style attribute", good.replace('class="b"', 'style="color:red"'), 1],
    ["a handler", good.replace('class="b"', 'onclick="go()"'), 1],
    ["an inline script", good.replace("</body>", "<script>go()</script></body>"), 1],
    ["an inline module", good.replace("</body>", '<script type="module">go()</script></body>'), 1],
    ["no data block", good.replace("</body>", '<script type="application/ld+json">{}</script></body>'), 0],
    ["a second style element", good.replace("</head>", "<style>b{}</style></head>"), 1],
    ["a page without styles", good.replace("<style>a{}</style>", ""), 1],
    ["a text with an open place", good.replace(">x<", ">{{count}} reviews<"), 1],
  ])("%s", (_what, html, faults) => {
    expect(drawnFaults(html)).toHaveLength(faults);
  });
});
