/** What the screens with notes share. */
export const notesWording = {
  loadFailed: 'Unable to load notes. Please try again later.',
  addFailed: 'Something went wrong. Please try again.',
  deleted: 'This note has been deleted. Copy your text if you still need it.',
  edited: (date: string) => `Edited ${date} by`,
} as const
