import type { TrainingName } from '#contract/training/decks.ts'
import { screens } from '#portal/screen/screens.ts'

/** What the two training screens say around the organization's own texts (§2). */
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
  howTo: 'Move with the up and down keys, by scrolling, or with the arrows under each slide.',
  fullScreen: 'Full screen',
  openAlone: 'Open to print',
  markDone: 'Mark as done',
  unmark: 'Not done after all',
  doneOn: (day: string) => `Done ${day}`,
  markFailed: 'This could not be saved.',
  loading: 'Loading the training…',
  loadFailed: 'Unable to load the training.',
  records: {
    title: 'Who has done which deck',
    columns: { name: 'Name', role: 'Role', decks: 'Done', open: 'Not yet' },
    none: 'None yet',
    allDone: 'All done',
    loadFailed: 'Unable to load the training records.',
  },
} as const
