import type { Plugin } from "vite";
import { websocketPortName } from "#src/kit/api/page-values.ts";

/** Adds the `<meta>` with the websocket's port to the page. @param content the port, or the placeholder that the server replaces */
export function websocketPortInPage(content: string): Plugin {
  return {
    name: "quayside:websocket-port",
    transformIndexHtml: () => [{ tag: "meta", attrs: { name: websocketPortName, content }, injectTo: "head" }],
  };
}
