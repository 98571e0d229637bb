/** Milliseconds after which every browser has read the file. */
const revokeDelay = 60_000

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay)
}

/** Also in a hidden tab, which gets no animation frames. */
export function yieldToMainThread(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** A row that is split between pages leaves at least this many lines on the first. */
export const fewestLines = 3
