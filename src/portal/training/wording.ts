import { screens } from '#contract/paths.ts'
import type { TrainingName } from '#contract/training/decks.ts'

/** What the two training screens say around the organization's own texts. */
export const trainingWording = {
  title: {
    admin: screens.training.title,
    employee: screens.employeeTraining.title,
  } as const satisfies Record<TrainingName, string>,
  responsibilities: {
    admin: 'Key responsibilities',
    employee: 'Your responsibilities',
  } as const satisfies Record<TrainingName, string>,
  progress: (done: number, all: number) => `${done} of ${all} done`,
  frame: (title: string) => `Slides: ${title}`,
  howTo: 'Use the arrow keys, scroll, or click the arrows under each slide.',
  fullScreen: 'Full screen',
  openAlone: 'Open for printing',
  markDone: 'Mark as done',
  unmark: 'Mark as not done',
  doneOn: (day: string) => `Done ${day}`,
  markFailed: 'This could not be saved.',
  loading: 'Loading the training…',
  loadFailed: 'Unable to load the training.',
  records: {
    title: 'Training records',
    columns: { name: 'Name', role: 'Role', decks: 'Done', open: 'Not done' },
    none: 'None yet',
    allDone: 'All done',
    loadFailed: 'Unable to load the training records.',
  },
} as const
