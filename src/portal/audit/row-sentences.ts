import type { TrailRow } from '#contract/audit/endpoints.ts'
import { auditedKinds, permissions } from '#contract/features.ts'
import type { AuditedKindRule } from '#contract/manifest.ts'
import { dateAndTime } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'

/** By any string: a row of another release may hold an unknown kind or action. */
const knownKinds: Readonly<Record<string, AuditedKindRule>> = auditedKinds

/** One such record: 'Message'. */
export const labelOf = (kind: string) => knownKinds[kind]?.label

/** The record of a row that has no trail of its own. */
export const unlinkedRecord = ({ kind, recordId }: Pick<TrailRow, 'kind' | 'recordId'>) =>
  kind === 'training deck' && recordId !== null ? `Deck ${recordId}` : 'None'

/** What a user was denied, by permission. */
const deniedActions = Object.fromEntries(
  Object.entries(permissions).flatMap(([name, rule]) => ('denied' in rule ? [[name, rule.denied]] : [])),
)

/** The server's filters in the words of the screens. */
const filterLabels: Readonly<Record<string, string>> = { 'notes missing-this-week': 'no note this week' }

/** 'Edited a client: phone, date of birth'. */
export function rowSentence({ kind, action, fields, filter, count, role, backup }: TrailRow): string {
  const sentence =
    knownKinds[kind]?.actions[action] ?? `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${kind}`
  const change = role ? ` from ${role.from} to ${role.to}` : ''
  const moment = backup ? ` of ${dateAndTime(backup)}` : ''
  // A new record has all fields, so they are not listed.
  const which = fields.length > 0 && action !== 'added' ? `: ${fields.map(asWords).join(', ')}` : ''
  const extent = [
    // No line break between a number and its noun.
    ...(count === null ? [] : [plural(count, 'record', 'records').replace(' ', '\u00a0')]),
    ...(filter.length > 0
      ? [`filtered by ${filter.map((part) => filterLabels[part] ?? part).join(', ')}`]
      : []),
  ]
  return `${sentence}${change}${moment}${which}${extent.length > 0 ? ` (${extent.join(', ')})` : ''}`
}

const knownFields: Readonly<Record<string, string>> = { ...deniedActions, dob: 'date of birth' }

/** 'dateOfBirth' → 'date of birth'. */
function asWords(field: string): string {
  return knownFields[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
