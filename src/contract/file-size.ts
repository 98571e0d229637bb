const units = ['Bytes', 'KB', 'MB', 'GB']

/** Base 1024, with at most one decimal (docs/specification.md §9). */
export function fileSize(bytes: number): string {
  let unit = 0
  let amount = bytes
  // Compares the rounded amount: 1 MB, not 1024 KB.
  while (rounded(amount) >= 1024 && unit < units.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${rounded(amount)} ${units[unit]}`
}

function rounded(amount: number): number {
  return Math.round(amount * 10) / 10
}
