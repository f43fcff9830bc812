/**
 * Gives each `<style>` that is made from now on the nonce of this page's content security policy.
 *
 * Libraries make such elements while they run (antd its themes, the image cropper its own) and not all of them can be told a nonce; without one
 * the browser does not apply them. Scripts stay strict: the policy lets no inline script in, whatever nonce it has.
 * @returns the nonce, for those that can be told; "" in development, where there is no policy
 */
export function startStyleNonce(): string {
  // The attribute is emptied by browsers, so that no selector can read it: the property keeps it.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
  if (nonce === "") return nonce;
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  return nonce;
}
