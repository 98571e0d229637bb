/**
 * What a weekly note can be about. Every text is one or two whole sentences that stand in any order behind the opening;
 * what is in braces is filled in by note-slots.ts, the same way all over one note.
 */
export interface Topic {
  /** How often it comes up beside the others. */
  weight: number
  openings: readonly string[]
  details: readonly string[]
  /** What comes next, and by when. */
  plans: readonly string[]
}
