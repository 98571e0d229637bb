/** A name written in one line, as the client form asks for it: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
