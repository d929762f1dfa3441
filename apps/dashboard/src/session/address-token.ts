/** The token in a link of a mail, `/welcome#<token>`; it is taken out of the address, where somebody could read it over a shoulder. */
export function tokenOfAddress(): string {
  const token = decodeURIComponent(window.location.hash.slice(1));
  history.replaceState(history.state, '', window.location.pathname);
  return token;
}
