/** Milliseconds after which no browser is still about to read the file. */
const longEnough = 60_000

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), longEnough)
}

/** Lets input and drawing go first, in a tab out of sight, too, so that a large file does not freeze the screen. */
export function yieldToMainThread(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Of a row that two pages share: fewer lines at the foot of the first are not worth the reader's turning back. */
export const fewestLines = 3
