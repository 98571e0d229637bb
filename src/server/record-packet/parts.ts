import type { TrailRow } from '#contract/audit/endpoints.ts'
import { rowSentence } from '#contract/audit/row-sentence.ts'
import type { Authorization } from '#contract/authorizations/endpoints.ts'
import { authorizationTitle } from '#contract/authorizations/rules.ts'
import type { ClientRecord } from '#contract/client-records/schema.ts'
import type { Assignment, StatusChange } from '#contract/clients/schema.ts'
import { statusLabels } from '#contract/clients/statuses.ts'
import type { ClientFile } from '#contract/files/endpoints.ts'
import type { FollowUp } from '#contract/follow-ups/schema.ts'
import type { Goal } from '#contract/goals/endpoints.ts'
import { goalFields } from '#contract/goals/fields.ts'
import type { Home } from '#contract/homes/endpoints.ts'
import { dollarsAMonth, homeName } from '#contract/homes/fields.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { attestedSentence } from '#contract/notes/rules.ts'
import type { Attestations, Note, NoteVersion } from '#contract/notes/schema.ts'
import type { Paper } from '#contract/papers/endpoints.ts'
import { paperName } from '#contract/papers/fields.ts'
import type { Person } from '#contract/people/endpoints.ts'
import { peopleFields, relationName } from '#contract/people/fields.ts'
import { formatPhone } from '#contract/phone-number.ts'
import { type PacketPart, packetParts } from '#contract/record-packet/fields.ts'
import type { Serving } from './store.ts'
import type { Words } from './words.ts'

/** A part that is read. Workers are in every packet, and earlier versions come with their record. */
export type ReadPart = Exclude<PacketPart, 'versions'> | 'workers'

export const partTitles = { workers: 'Workers', ...packetParts } as const

/** Session and network are not disclosed outside the organization. */
type Access = Omit<TrailRow, 'sessionId' | 'network' | 'requestId' | 'records'>

/** A file with its path in the packet. */
export type PacketFileRow = ClientFile & { inPacket: string }

type WithGoals<Of> = Omit<Of, 'goals'> & { goals: Pick<Goal, 'id' | 'text'>[] }

type PacketNote = WithGoals<Note> & { versions?: WithGoals<NoteVersion>[] }

/** An earlier version has no notes. */
type PacketGoal = Omit<Goal, keyof Serving> & Partial<Serving>

/** A line of details; `to` is the anchor of the entry to which it leads. */
export type Detail = string | { text: string; to: string }

/** An entry of a part in words. */
export interface Entry {
  title: string
  /** What details of other entries lead to. */
  anchor?: string
  facts?: string
  text?: string
  details: Detail[]
  /** As it was before. */
  earlier?: Entry[]
  /** Instead of all of these, in a part that is a table. */
  cells?: string[]
}

interface Part<Row> {
  /** The day, 'YYYY-MM-DD', that a period is compared with. */
  day(row: Row, words: Words): string
  /** The last day of what lasts longer; null if it has not ended. */
  lastDay?(row: Row, words: Words): string | null
  entry(row: Row, words: Words): Entry
  /** Each entry has a heading of its own; otherwise they are a list. */
  hasHeadings?: true
  /** It is a table: the headers of its columns. */
  columns?: readonly string[]
}

/** Rows differ between parts, but each part gets its own. */
// biome-ignore lint/suspicious/noExplicitAny: the table has parts of every kind of row
export type AnyPart = Part<any>

const part = <Row>(definition: Part<Row>): AnyPart => definition

/** How each part is said. */
export const parts: Record<ReadPart, AnyPart> = {
  workers: part<Assignment & { email: string | null }>({
    day: ({ from }, words) => words.dayOf(from),
    lastDay: ({ to }, words) => to && words.dayOf(to),
    entry({ from, to, name, email }, words) {
      const [first, last] = [from, to].map((at) => at && words.day(words.dayOf(at)))
      const days = last ? `${first} to ${last}` : `Since ${first}`
      return { title: `${days}: ${words.person(name, email)}`, details: [] }
    },
  }),
  notes: part<PacketNote>({
    day: ({ serviceDate, createdAt }, words) => serviceDate ?? words.dayOf(createdAt),
    entry: noteEntry,
    hasHeadings: true,
  }),
  statusHistory: part<StatusChange>({
    day: ({ on, at }, words) => on ?? words.dayOf(at),
    entry: ({ from, to, at, by, byName, on, reason }, words) => ({
      title: `${words.day(on ?? words.dayOf(at))}: ${statusOf(to)}${from === null ? ' at intake' : `, before that ${statusOf(from)}`}`,
      details: [
        ...(reason ? [`Reason: ${reason}`] : []),
        `Entered ${words.moment(at)} by ${words.person(byName, by)}`,
      ],
    }),
  }),
  goals: recordPart<PacketGoal>({
    day: ({ agreedOn }) => agreedOn,
    lastDay: ({ stateOn }) => stateOn,
    say: ({ text, agreedOn, targetOn, state, stateOn, outcome, notes, minutes = 0 }, words) => ({
      title: `${words.day(agreedOn)}: ${text}`,
      facts: [
        ...(targetOn ? [`Target date ${words.day(targetOn)}`] : []),
        `${goalFields.state.choices[state as keyof typeof goalFields.state.choices]}${stateOn ? ` ${words.day(stateOn)}` : ''}`,
        ...(outcome ? [`Outcome: ${outcome}`] : []),
        ...(notes && state !== 'mistaken' ? [servingOf({ notes, minutes }, words)] : []),
      ],
    }),
  }),
  papers: recordPart<Paper>({
    day: ({ signedOn }) => signedOn,
    say: ({ purpose, where, signedOn, expiresOn, revokedOn, ...paper }, words) => ({
      title: `${words.day(signedOn)}: ${paperName(paper)}`,
      facts: [
        ...(purpose ? [`Purpose: ${purpose}`] : []),
        ...(where ? [`Kept at: ${where}`] : []),
        ...(expiresOn ? [`Expires ${words.day(expiresOn)}`] : []),
        ...(revokedOn ? [`Revoked ${words.day(revokedOn)}`] : []),
      ],
    }),
  }),
  people: recordPart<Person>({
    day: ({ createdAt }, words) => words.dayOf(createdAt),
    lastDay: ({ until }) => until,
    say: ({ relation, name, phone, email, bornOn, mayContact, note, until }, words) => ({
      title: `${relationName(relation)}: ${name}`,
      facts: [
        ...(phone ? [`Phone: ${formatPhone(phone)}`] : []),
        ...(email ? [`Email: ${email}`] : []),
        ...(bornOn ? [`Born ${words.day(bornOn)}`] : []),
        `${peopleFields.mayContact.label}: ${mayContact === null ? 'not asked' : mayContact ? 'yes' : 'no'}`,
        ...(note ? [note] : []),
        ...(until ? [`Until ${words.day(until)}`] : []),
      ],
    }),
  }),
  homes: recordPart<Home>({
    day: ({ movedInOn }) => movedInOn,
    lastDay: ({ leftOn }) => leftOn,
    say: (
      { movedInOn, rent, share, subsidy, leaseEndsOn, leftOn, leftReason, leftNote, ...home },
      words,
    ) => ({
      title: `${words.day(movedInOn)}: ${homeName(home)}`,
      facts: [
        ...(rent === null ? [] : [`Rent: ${dollarsAMonth(rent)}`]),
        ...(share === null ? [] : [`Client’s share: ${dollarsAMonth(share)}`]),
        ...(subsidy ? [`Subsidy: ${subsidy}`] : []),
        ...(leaseEndsOn ? [`Lease ends ${words.day(leaseEndsOn)}`] : []),
        ...(leftOn ? [`Moved out ${words.day(leftOn)}${leftReason ? `: ${leftReason}` : ''}`] : []),
        ...(leftNote ? [leftNote] : []),
      ],
    }),
  }),
  authorizations: recordPart<Authorization>({
    day: ({ startsOn }) => startsOn,
    lastDay: ({ endsOn }) => endsOn,
    say: ({ startsOn, endsOn, minutes, comment, mistaken, ...authorization }, words) => ({
      title: `${words.day(startsOn)} to ${words.day(endsOn)}: ${authorizationTitle(authorization)}`,
      facts: [
        minutes === null ? 'Paid by the month' : `Authorized: ${minutesText(minutes)}`,
        ...(comment ? [`Comment: ${comment}`] : []),
        ...(mistaken ? ['Entered by mistake'] : []),
      ],
    }),
    now: ({ usedMinutes, remainingMinutes, unmeasured, mistaken }) =>
      mistaken
        ? []
        : [
            [
              `Used: ${minutesText(usedMinutes)}`,
              remainingMinutes !== null &&
                `${remainingMinutes < 0 ? 'over' : 'left'}: ${minutesText(Math.abs(remainingMinutes))}`,
              unmeasured > 0 && `notes without minutes: ${unmeasured}`,
            ]
              .filter(Boolean)
              .join(', '),
          ],
  }),
  files: part<PacketFileRow>({
    day: ({ createdAt }, words) => words.dayOf(createdAt),
    entry: ({ inPacket, name, bytes, sha256, createdAt, createdBy }, words) => ({
      title: `${inPacket}: ${name}`,
      details: [
        `${bytes.toLocaleString('en-US')} bytes, SHA-256 ${sha256}`,
        `Added ${words.moment(createdAt)} by ${words.person(null, createdBy)}`,
      ],
    }),
  }),
  followUps: recordPart<FollowUp>({
    day: ({ on }) => on,
    say: ({ on, what, assignedToName, doneAt, doneBy, doneByName }, words) => ({
      title: `${words.day(on)}: ${what}`,
      facts: [
        [
          doneAt ? `Done ${words.moment(doneAt)} by ${words.person(doneByName, doneBy)}` : 'Not done',
          assignedToName ? `assigned to ${assignedToName}` : 'unassigned',
        ].join(', '),
      ],
    }),
  }),
  accesses: part<Access>({
    day: ({ at }, words) => words.dayOf(at),
    columns: ['Who', 'What happened', 'When'],
    entry: ({ at, actor, operator, ...row }, words) => {
      const who = actor
        ? `${words.person(actor.name, actor.email)}${actor.role ? `, ${actor.role}` : ''}`
        : operator
          ? `${operator}, on the server`
          : 'A visitor who was not signed in'
      const what = rowSentence({ at, actor, operator, ...row, ...notShown }, words.moment)
      return { title: '', details: [], cells: [who, what, words.moment(at)] }
    },
  }),
}

interface RecordWords<Row> extends Pick<Part<Row>, 'day' | 'lastDay'> {
  say(record: Row, words: Words): { title: string; facts: string[] }
  /** Facts that its earlier versions don't have. */
  now?(record: Row): string[]
}

/** A part with a kind of client record, each with its earlier versions. */
function recordPart<Row extends ClientRecord>({ say, now, ...days }: RecordWords<Row>): AnyPart {
  type Named = Row & { createdByName: string | null; editedByName: string | null }
  return part<Named & { versions?: Named[] }>({
    ...days,
    entry(record, words) {
      const { createdAt, createdBy, createdByName, editedAt, editedBy, editedByName, versions = [] } = record
      const { title, facts } = say(record, words)
      const earlier = versions.map((version) => {
        const then = say(version, words)
        const by = version.editedAt
          ? words.person(version.editedByName, version.editedBy)
          : words.person(version.createdByName, version.createdBy)
        return `Version ${version.version}, of ${words.moment(version.editedAt ?? version.createdAt)} by ${by}: ${[then.title, ...then.facts].join('; ')}`
      })
      return {
        title,
        details: [
          ...facts,
          ...(now?.(record) ?? []),
          `Entered ${words.moment(createdAt)} by ${words.person(createdByName, createdBy)}`,
          ...(editedAt
            ? [`Edited ${words.moment(editedAt)} by ${words.person(editedByName, editedBy)}`]
            : []),
          ...earlier,
        ],
      }
    },
  })
}

/** 'Addressed in notes 1, 3, and 9: 135 minutes', or 'Addressed in 3 notes: …' in a packet without notes. */
function servingOf({ notes, minutes }: Serving, words: Words): string {
  if (notes.length === 0) return 'Not addressed in this period'
  const noun = notes.length === 1 ? 'note' : 'notes'
  const numbers = notes.flatMap((id) => words.noteNumber(id) ?? []).map(String)
  const which = numbers.length > 0 ? `${noun} ${words.list(numbers)}` : `${notes.length} ${noun}`
  return `Addressed in ${which}: ${minutesText(minutes)}`
}

const notShown = { sessionId: null, network: null, requestId: null, records: [] }

const statusOf = (status: string | null) =>
  status === null ? 'unknown' : (statusLabels[status as keyof typeof statusLabels] ?? status)

function noteEntry(note: PacketNote, words: Words): Entry {
  const { id, serviceDate, createdAt, authorName, author, editedAt, editedByName, editedBy } = note
  const day = serviceDate ?? words.dayOf(createdAt)
  return {
    title: `Note ${words.noteNumber(id)} · ${words.day(day)}`,
    anchor: anchorOf(words.noteNumber(id)),
    facts: factsOf(note, words),
    text: note.text,
    details: [
      ...(note.corrects ? [reference('Corrects', note.corrects, words)] : []),
      ...(note.outcomeOfWhat ? [`Outcome of the follow-up “${note.outcomeOfWhat}”`] : []),
      ...note.correctedBy.map((later) => reference('Corrected by', later, words)),
      `Written ${words.moment(createdAt)} by ${words.person(authorName, author)}`,
      ...(editedAt ? [`Edited ${words.moment(editedAt)} by ${words.person(editedByName, editedBy)}`] : []),
      ...attestationsOf(note, words, note.corrects !== null),
    ],
    earlier: note.versions?.map((version) => ({
      title: `Version ${version.version} of note ${words.noteNumber(id)}`,
      facts: factsOf(version, words),
      text: version.text,
      details: [
        `Written ${words.moment(version.at)} by ${words.person(version.authorName, version.author)}`,
        ...attestationsOf(version, words, note.corrects !== null),
      ],
    })),
  }
}

function reference(relation: string, id: string, words: Words): Detail {
  const number = words.noteNumber(id)
  if (number === undefined) return `${relation} a note that is not in this record`
  return { text: `${relation} note ${number}`, to: anchorOf(number) }
}

const anchorOf = (number: number | undefined) => `note-${number}`

function attestationsOf(note: Attestations, words: Words, isCorrection: boolean): string[] {
  const { signedAt, signedBy, signedByName, signedTitle } = note
  const { reviewedAt, reviewedBy, reviewedByName, reviewComment } = note
  return [
    signedAt
      ? `Signed ${words.moment(signedAt)} by ${words.person(signedByName, signedBy)}${signedTitle ? `, ${signedTitle}` : ''}: “${attestedSentence(isCorrection)}”`
      : 'Not signed',
    ...(reviewedAt
      ? [
          `Reviewed ${words.moment(reviewedAt)} by ${words.person(reviewedByName, reviewedBy)}${reviewComment ? `: ${reviewComment}` : ''}`,
        ]
      : []),
  ]
}

/** 'Date of service: March 5, 2026 · 14:00 to 14:45 · 45 minutes · Housing Transition · In person · Library'. */
function factsOf(note: WithGoals<Note | NoteVersion>, words: Words): string {
  const { serviceDate, startTime, endTime, endsNextDay, minutes, service, contact, place, goals } = note
  return [
    serviceDate ? `Date of service: ${words.day(serviceDate)}` : 'No date of service',
    startTime &&
      endTime &&
      `${words.time(startTime)} to ${words.time(endTime)}${endsNextDay ? ' the next day' : ''}`,
    minutes && minutesText(minutes),
    service && noteFields.service.choices[service],
    contact && noteFields.contact.choices[contact],
    place,
    ...goals.map(({ text }) => `Goal: ${text}`),
  ]
    .filter(Boolean)
    .join(' · ')
}

const minutesText = (minutes: number) =>
  minutes === 1 ? '1 minute' : `${minutes.toLocaleString('en-US')} minutes`
