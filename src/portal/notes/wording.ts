/** What the notes panel and the notes in client details say (§2, §8). */
export const notesScreenWording = {
  title: 'Weekly Client Notes',
  total: (count: number) => `${count.toLocaleString('en-US')} total`,
  about: 'About',
  timeline: 'Notes, newest first',
  label: 'New Weekly Note',
  placeholder: 'Write your weekly update...',
  add: 'Add Note',
  added: 'Note added.',
  loadAgain: 'Try again',
  notShown: 'The earlier notes are not shown at the moment. You can write a new one all the same.',
  draftKept: 'Kept in this tab until you add it or log out.',
  none: 'No notes for this client.',
  noneLoadFailed: (reason: string) => `The notes could not be loaded. ${reason}`,
  noClientDetail: 'Open the notes from a client in the list.',
  toClients: 'Go to clients',
} as const
