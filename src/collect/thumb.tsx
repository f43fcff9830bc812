import { useState } from "react";

/**
 * A small picture of a page, decorative. Only https addresses are asked for, and the marketplace is not told from where;
 * a picture that does not come leaves its frame.
 */
export function Thumb({ url }: { url: string }) {
  const [failed, setFailed] = useState("");
  if (!url.startsWith("https://") || failed === url) return <span className="thumb" aria-hidden="true" />;
  return (
    <img className="thumb" src={url} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
  );
}
