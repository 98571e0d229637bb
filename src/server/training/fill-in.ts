import { noteWindowDays } from '#contract/notes/rules.ts'
import { linkHours, sessionLimits } from '#contract/session/limits.ts'
import { OperatorError } from '#server/operator-error.ts'

export type KnownValues = Record<string, string>

interface Known {
  organization: { name: string }
  retentionYears: number
}

/** What the product knows better than any text: decision 9 has the note windows printed from the rule's constants. */
export function knownValues({ organization, retentionYears }: Known): KnownValues {
  return {
    organization: organization.name,
    managerNoteDays: `${noteWindowDays.manager}`,
    adminNoteDays: `${noteWindowDays.admin}`,
    retentionYears: `${retentionYears}`,
    idleMinutes: `${sessionLimits.idle / 60}`,
    setUpHours: `${linkHours['set-up']}`,
  }
}

/** Puts the values in the place of `{{name}}`. A name that there is not stops the start with a sentence. */
export function fillIn(text: string, values: KnownValues, shownAs: string): string {
  return text.replace(/\{\{(\w*)\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return value
    const all = Object.keys(values).join(', ')
    throw new OperatorError(`${shownAs} holds ${whole}, which is no value. There are: ${all}.`)
  })
}
