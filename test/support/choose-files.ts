/**
 * Chooses files as a person does in the browser's dialog. `userEvent.upload` sends them through the browser's driver, which
 * takes seconds for each megabyte.
 */
export function chooseFiles(input: Element | null, files: File[]): void {
  if (!(input instanceof HTMLInputElement)) throw new Error('no input for files')
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
