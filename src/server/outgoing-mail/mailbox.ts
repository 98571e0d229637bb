export interface Mailbox {
  /** Empty where only an address was written. */
  name: string
  address: string
}

/** `address` or `Name <address>`, taken apart. */
export function parseMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}
