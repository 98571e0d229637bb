import type { AuditedKindRule } from '../manifest.ts'
import { auditedKinds, permissions } from '../manifests.ts'
import { packetParts } from '../record-packet/fields.ts'
import type { TrailRow } from './endpoints.ts'

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
const filterLabels: Readonly<Record<string, string>> = {
  'notes missing-this-week': 'no note this week',
  assignedTo: 'worker',
  changesOnly: 'changes only',
  finding: 'flag',
  until: 'due date',
  from: 'first day',
  to: 'last day',
}

/** 'Edited a client'. */
export function actionSentence(kind: string, action: string): string {
  return knownKinds[kind]?.actions[action] ?? `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${kind}`
}

/** 'Edited a client: phone, date of birth', 'Made a record packet for Hennepin County'. */
export function rowSentence(
  { kind, action, recordId, fields, filter, count, role, backup, names }: TrailRow,
  dateAndTime: (instant: string) => string,
): string {
  const change = role ? ` from ${role.from} to ${role.to}` : ''
  const recipient = kind === 'record packet' && names[recordId ?? '']
  const forWhom = recipient ? ` for ${recipient}` : ''
  const moment = backup ? ` of ${dateAndTime(backup)}` : ''
  if (action === 'edited' && fields.length === 1 && fields[0] === 'assignedTo')
    return actionSentence(kind, action).replace(/^Edited/, 'Reassigned')
  const what = action === 'moved' ? `: ${(labelOf(kind) ?? kind).toLowerCase()}` : ''
  // A new record has all fields, so they are not listed.
  const which = fields.length > 0 && action !== 'added' ? `: ${fields.map(asWords).join(', ')}` : ''
  const extent = [
    // No line break between a number and its noun.
    ...(count === null
      ? []
      : [`${count.toLocaleString('en-US')}\u00a0${count === 1 ? 'record' : 'records'}`]),
    ...(filter.length > 0
      ? [`filtered by ${filter.map((words) => filterInWords(words, names)).join(', ')}`]
      : []),
  ]
  return `${actionSentence(kind, action)}${forWhom}${change}${moment}${what}${which}${extent.length > 0 ? ` (${extent.join(', ')})` : ''}`
}

/** 'until 2026-03-05' as 'due date 2026-03-05'. The client is named by the row itself. */
function filterInWords(filter: string, names: TrailRow['names']): string {
  const [name = '', ...value] = filter.split(' ')
  if (name === 'clientId') return 'client'
  return filterLabels[filter] ?? [filterLabels[name] ?? name, ...value.map((id) => names[id] ?? id)].join(' ')
}

const partsInWords = Object.fromEntries(
  Object.entries(packetParts).map(([name, label]) => [name, label.toLowerCase()]),
)

const knownFields: Readonly<Record<string, string>> = {
  ...deniedActions,
  ...partsInWords,
  dob: 'date of birth',
  pmi: 'PMI',
  statusOn: 'date of the status',
  state: 'status',
  stateOn: 'end date',
  targetOn: 'target date',
  bornOn: 'date of birth',
  mayContact: 'OK to contact',
  movedInOn: 'move-in date',
  leftOn: 'move-out date',
  leftReason: 'reason for leaving',
  leftNote: 'note on leaving',
  paperId: 'signed document',
}

/** 'dateOfBirth' → 'date of birth'. */
function asWords(field: string): string {
  return knownFields[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
