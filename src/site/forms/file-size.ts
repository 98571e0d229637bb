import { fileFactsWording } from './browser.wording.en.ts'

const { units } = fileFactsWording

/** §9: base 1024, at most one decimal, '0 Bytes' for nothing. */
export function fileSize(bytes: number): string {
  let unit = 0
  let amount = bytes
  // What would be shown as 1024 of a unit is one of the next.
  while (rounded(amount) >= 1024 && unit < units.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${rounded(amount)} ${units[unit]}`
}

function rounded(amount: number): number {
  return Math.round(amount * 10) / 10
}
