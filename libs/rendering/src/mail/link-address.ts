/** Where a link leads, as a text says it. */
export class LinkAddress {
  private constructor(readonly text: string) {}

  /** Undefined for addresses of no use in a text: places of the page, parts of the mail, numbers, mail without an address. */
  static of(href: string): LinkAddress | undefined {
    const address = href.trim();
    if (address === '' || address.startsWith('#') || /^(?:tel|sms|cid|data|javascript):/i.test(address))
      return undefined;
    const text = /^mailto:/i.test(address) ? address.slice(7).replace(/\?[^]*/, '') : address;
    return text === '' ? undefined : new LinkAddress(text);
  }

  /** Whether whoever reads this text knows the address. */
  isSaidBy(text: string): boolean {
    return text === this.text || bare(text) === bare(this.text);
  }
}

const bare = (address: string): string => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
