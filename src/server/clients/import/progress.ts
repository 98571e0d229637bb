/** How far a stage of the import is, in rows. */
export interface Progress {
  show(done: number, total: number): void
  end(): void
}

/** Begins to show a stage: 'Checking', 'Comparing', 'Importing'. */
export type StartProgress = (label: string) => Progress

export const noProgress: StartProgress = () => ({ show() {}, end() {} })
