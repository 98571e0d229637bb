import { screens } from '#contract/paths.ts'
import { plural } from '#portal/screen/plural.ts'

/** What the notes panel and the notes in client details say. */
export const notesScreenWording = {
  title: screens.clientNotes.title,
  total: (count: number) => `${count.toLocaleString('en-US')} total`,
  about: 'About',
  timeline: 'Notes, newest first',
  showAll: 'Show all',
  showLess: 'Show less',
  label: 'New Weekly Note',
  placeholder: 'Write your weekly update...',
  add: 'Add Note',
  added: 'Note added.',
  next: 'Next client without a note:',
  loadAgain: 'Try again',
  loadMore: 'Load more notes',
  moreShown: (shown: number, total: number) =>
    `${shown.toLocaleString('en-US')} of ${plural(total, 'note', 'notes')} shown.`,
  notShown: 'Earlier notes cannot be shown right now. You can still write a new one.',
  keys: 'Ctrl+Enter (⌘+Enter on a Mac) adds the note.',
  notes: 'Notes',
  none: 'No notes for this client.',
  notLoaded: 'The notes could not be loaded.',
  noClientDetail: 'Open the notes from a client in the list.',
  toClients: 'Go to clients',
  toReport: 'Notes report',
  partOnPaper: (shown: number, total: number) =>
    `Newest ${shown.toLocaleString('en-US')} of ${plural(total, 'note', 'notes')}.`,
  reportHasAll: 'The notes report includes them all.',
  loadBeforePrinting: 'To print all, load more notes first.',
  edited: (date: string) => `Edited ${date} by`,
} as const

/** What is said where a note is changed. */
export const noteChangeWording = {
  edit: 'Edit',
  delete: 'Delete',
  until: (date: string) => `You can change this note until ${date}`,
  label: 'Note text',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Note saved.',
  olderDraft: 'You have an unsaved edit of an older note. Load more notes to go on with it.',
  gone: 'This note has been deleted. Copy your text if you still need it.',
  discardTitle: 'Discard changes',
  discardQuestion: 'Are you sure you want to discard your changes to this note?',
  discard: 'Discard',
  goOn: 'Keep editing',
  deleteTitle: 'Delete note',
  deleted: 'Note deleted.',
  conflict: {
    title: 'Someone else changed this note',
    intro: 'Someone else saved this note after you opened it. Nothing is lost: choose what to keep.',
    newer: 'The newer text',
    mine: 'Your text',
    mineHint: 'You can still change it here.',
    keepMine: 'Keep my text',
    takeNewer: 'Use the newer text',
  },
  versions: {
    title: 'Earlier versions',
    written: (version: number) => `Version ${version}`,
    none: 'There is no earlier version.',
    loadFailed: 'Unable to load the earlier versions.',
  },
} as const

/** Sentences that every place with notes shares. */
export const sharedNoteWording = {
  loadFailed: 'Unable to load notes. Please try again later.',
  addFailed: 'Something went wrong. Please try again.',
  deleteQuestion: 'Are you sure you want to delete this note?',
  missingClient: 'Client ID is missing in the route.',
  empty: "No notes added yet. Start tracking this client's progress.",
} as const
