/** `tel:` with the country's code; short numbers such as 911 are dialled as they are. */
export function callAddress(number: string): string {
  const digits = number.replace(/\D/g, '')
  return `tel:${digits.length === 10 ? `+1${digits}` : digits.length === 11 ? `+${digits}` : digits}`
}
