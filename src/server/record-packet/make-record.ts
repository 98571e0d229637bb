import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client } from '#contract/clients/schema.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { formatPhone } from '#contract/phone-number.ts'
import { isFilledIn, namesOf } from '#contract/record-field.ts'
import type { PacketRequest } from '#contract/record-packet/endpoints.ts'
import { type PacketPart, type packetFiles, packetParts } from '#contract/record-packet/fields.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { findClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { type AnyPart, type Entry, parts, type Source } from './parts.ts'
import { RecordDocument, styles } from './record-document.ts'
import { snapshot } from './store.ts'
import { type Words, wordsIn } from './words.ts'

interface Maker {
  by: string | null
  byName: string
}

export interface PacketContext {
  db: Connection
  organization: Pick<Organization, 'name' | 'address' | 'timeZone' | 'emails'>
  /** The folder with the font files. */
  fonts: string
}

interface Job extends PacketContext {
  clientId: string
  request: PacketRequest
  maker: Maker
  madeAt: Date
  /** An existing folder that only this account can read. */
  folder: string
}

/** What was found of a part. */
interface Extent {
  included: number
  leftOut: number
}

export interface MadeRecord {
  /** Of `record.pdf`. */
  sha256: string
  notes: number
  included: PacketPart[]
}

/**
 * Writes the files of a packet. The record is read twice, as of one moment: for `record.json`, the counts and the letters that
 * the cover names, and then for `record.pdf`. Undefined if the client does not exist.
 */
export async function makeRecord(job: Job): Promise<MadeRecord | undefined> {
  return await snapshot(job.db, async (db) => {
    const client = await findClient(db, job.clientId)
    if (!client) return undefined
    const { include } = job.request
    const chosen = namesOf(packetParts).filter((name) => include[name])
    // Earlier versions come with their record.
    const included = chosen.filter((name) => name !== 'versions' || chosen.length > 1)
    const { timeZone } = job.organization
    const source = { db, clientId: client.id, timeZone, withVersions: include.versions === true }
    const packet = new Packet(job, client, included, source)
    const sums = [
      ['record.json', await packet.writeJson()],
      ['record.pdf', await packet.writePdf()],
      ['README.txt', await writeWhole(job.folder, 'README.txt', [readme(job, client)])],
    ] as const
    await writeWhole(job.folder, 'SHA256SUMS', [sums.map(([name, sum]) => `${sum}  ${name}\n`).join('')])
    const sha256 = sums[1][1]
    return { sha256, notes: packet.extents.notes?.included ?? 0, included }
  })
}

class Packet {
  /** Known after the first reading. */
  readonly extents: Partial<Record<PacketPart, Extent>> = {}
  readonly #numbers = new Map<string, number>()
  readonly #document: RecordDocument
  readonly #words: Words
  readonly #facts: [label: string, value: string][]

  readonly #job: Job
  readonly #client: Client
  readonly #included: PacketPart[]
  readonly #source: Source

  constructor(job: Job, client: Client, included: PacketPart[], source: Source) {
    this.#job = job
    this.#client = client
    this.#included = included
    this.#source = source
    const { organization, fonts, madeAt } = job
    this.#words = wordsIn(organization.timeZone, this.#numbers)
    this.#document = new RecordDocument(fonts, {
      title: `Record of ${this.#name}`,
      author: organization.name,
      madeAt,
      head: [
        organization.name,
        `Record of \u2068${this.#name}\u2069, born ${this.#words.day(client.dateOfBirth)}`,
      ],
      foot: 'Confidential',
    })
    this.#facts = namesOf(clientFields)
      .filter((name) => name !== 'assignedTo' && isFilledIn(client[name]))
      .map((name) => [clientFields[name].label, this.#valueOf(name)])
    if (client.assignedToName) this.#facts.push([clientFields.assignedTo.label, client.assignedToName])
  }

  get #name(): string {
    return `${this.#client.firstName} ${this.#client.lastName}`
  }

  get #readParts(): [PacketPart, AnyPart][] {
    return this.#included.flatMap((name) => (name === 'versions' ? [] : [[name, parts[name]]]))
  }

  #valueOf(name: keyof typeof clientFields): string {
    const value = this.#client[name]
    const field: { kind: string; choices?: Readonly<Record<string, string>> } = clientFields[name]
    if (field.kind === 'date') return this.#words.day(String(value))
    if (field.kind === 'phone') return formatPhone(String(value))
    if (field.kind === 'yes-no') return value ? 'Yes' : 'No'
    return field.choices?.[String(value)] ?? String(value)
  }

  /** The rows of a part that are in the period. */
  async *#rows(part: AnyPart, onLeftOut?: () => void) {
    const { from, to } = this.#job.request
    for await (const row of part.rows(this.#source)) {
      const day = part.day(row, this.#words)
      if ((from && day < from) || (to && day > to)) onLeftOut?.()
      else yield row
    }
  }

  async writeJson(): Promise<string> {
    return await writeWhole(this.#job.folder, 'record.json', this.#json())
  }

  /** What is known only after reading stands at its end. */
  async *#json() {
    const { organization, request, maker, madeAt } = this.#job
    const { _id, ...client } = this.#client
    const onCover = [
      request.recipient,
      request.purpose,
      maker.byName,
      organization.name,
      ...organization.address,
    ]
    for (const said of [...onCover, ...this.#facts.flat()]) this.#document.letters.shown(said)
    yield `{\n"organization": ${JSON.stringify({ name: organization.name, address: organization.address })},\n`
    yield `"client": ${JSON.stringify(client)}`
    for (const [name, part] of this.#readParts) {
      const extent = { included: 0, leftOut: 0 }
      this.extents[name] = extent
      let start = `,\n"${name}": [\n`
      for await (const row of this.#rows(part, () => extent.leftOut++)) {
        extent.included++
        if (name === 'notes') this.#numbers.set(row.id, extent.included)
        this.#checkLetters(part.entry(row, this.#words))
        const { _id, ...shown } = row
        const number = name === 'notes' ? { number: extent.included } : {}
        yield start + JSON.stringify({ ...number, ...shown })
        start = ',\n'
        await nextTurn()
      }
      yield extent.included > 0 ? '\n]' : `${start}]`
    }
    const { recipient, purpose, from = null, to = null } = request
    const leftOut = Object.fromEntries(
      Object.entries(this.extents).map(([name, extent]) => [name, extent.leftOut]),
    )
    const about = {
      ...{ recipient, purpose, from, to, madeAt: madeAt.toISOString(), madeBy: maker.by ?? maker.byName },
      ...{
        timeZone: organization.timeZone,
        included: this.#included,
        notIncluded: this.#notIncluded,
        leftOut,
      },
    }
    yield `,\n"packet": ${JSON.stringify(about)}\n}\n`
  }

  /** Finds the letters that can't be shown. */
  #checkLetters({ title, facts = '', text = '', details, earlier = [] }: Entry): void {
    for (const said of [title, facts, text, ...details])
      this.#document.letters.shown(typeof said === 'string' ? said : said.text)
    for (const entry of earlier) this.#checkLetters(entry)
  }

  get #notIncluded(): PacketPart[] {
    return namesOf(packetParts).filter((name) => !this.#included.includes(name))
  }

  async writePdf(): Promise<string> {
    const document = this.#document
    const writing = writeWhole(this.#job.folder, 'record.pdf', document.doc as unknown as Readable)
    // A failure to write ends the drawing, and is reported after it.
    writing.catch(() => {})
    try {
      await this.#draw(document)
    } catch (error) {
      document.doc.destroy()
      throw error
    }
    return await writing
  }

  async #draw(document: RecordDocument): Promise<void> {
    const { doc } = document
    this.#cover(document)
    document.nextPage()
    document.section('About the client')
    document.table(this.#facts)
    for (const [name, part] of this.#readParts) {
      document.section(packetParts[name])
      const { included = 0, leftOut = 0 } = this.extents[name] ?? {}
      if (included === 0) document.paragraph(leftOut > 0 ? 'None in this period.' : 'None.')
      if (name === 'accesses')
        document.paragraph('Lists that showed the client among others are not included.', styles.details)
      let month = ''
      for await (const row of this.#rows(part)) {
        const entry = part.entry(row, this.#words)
        if (part.hasHeadings) {
          document.heading(entry.title, entry.anchor)
          const itsMonth = this.#words.month(part.day(row, this.#words))
          if (itsMonth !== month) document.bookmark(itsMonth)
          month = itsMonth
          this.#body(document, entry)
        } else document.item(entry.title, entry.details)
        // What is drawn is written before more is drawn.
        do await nextTurn()
        while (doc.readableLength > mostUnwritten && !doc.destroyed)
        if (doc.destroyed) return
      }
    }
    document.end()
  }

  #body(document: RecordDocument, { facts, text, details, earlier = [] }: Entry): void {
    if (facts) document.paragraph(facts, styles.details)
    document.gap(3)
    if (text) document.paragraph(text)
    document.gap(3)
    for (const line of details) document.detail(line)
    for (const entry of earlier) {
      document.subheading(entry.title)
      this.#body(document, entry)
    }
    document.gap(8)
  }

  #cover(document: RecordDocument): void {
    const { organization, request, maker, madeAt } = this.#job
    const { timeZone } = organization
    document.title(`Record of \u2068${this.#name}\u2069`)
    document.paragraph([organization.name, ...organization.address].join(' · '), styles.details)
    document.gap(14)
    document.table([
      ['Client', `\u2068${this.#name}\u2069, born ${this.#words.day(this.#client.dateOfBirth)}`],
      ['Recipient', request.recipient],
      ['Purpose', request.purpose],
      ['Period', this.#period()],
      ['Made by', this.#words.person(maker.byName, maker.by)],
      ['Made on', this.#words.moment(madeAt.toISOString())],
      ['Times', `All times are in the time zone ${timeZone.replaceAll('_', ' ')}.`],
    ])
    document.section('What is in this record')
    const counts = this.#included.map((name): [string, string] => {
      const extent = this.extents[name]
      return [packetParts[name], extent ? count(extent.included) : 'With each entry']
    })
    document.table([['About the client', 'As it was when this record was made'], ...counts])
    document.section('What is not in it')
    const leftOut = this.#readParts
      .map(([name]) => ({ name, left: this.extents[name]?.leftOut ?? 0 }))
      .filter(({ left }) => left > 0)
      .map(({ name, left }): [string, string] => [packetParts[name], `${count(left)} outside the period`])
    document.table([
      ...leftOut,
      ...this.#notIncluded.map((name): [string, string] => [packetParts[name], 'Not included']),
      ['Deleted notes', 'Never included, and not counted in the note numbers'],
      ['Earlier assigned workers, and earlier packets', 'Never included'],
      ...(document.letters.missing
        ? [
            [
              'Letters',
              `This file can’t show these letters and writes their Unicode numbers in brackets; record.json has them: ${document.letters.missing}`,
            ] as [string, string],
          ]
        : []),
    ])
    document.gap(10)
    document.paragraph(
      'Notes belong to the day of the service or, without one, to the day on which they were written. The oldest come first. ' +
        'README.txt says how to check that this file is unchanged.',
      styles.details,
    )
  }

  #period(): string {
    const { from, to } = this.#job.request
    const { day } = this.#words
    if (from && to) return `${day(from)} to ${day(to)}`
    if (from) return `From ${day(from)} on`
    return to ? `Through ${day(to)}` : 'The whole record'
  }
}

const count = (number: number) => (number === 0 ? 'None' : number.toLocaleString('en-US'))

/** Bytes. */
const mostUnwritten = 256 * 1024

function readme({ organization, madeAt }: Job, client: Client): string {
  return `Record of ${client.firstName} ${client.lastName}
Made by ${organization.name} on ${calendarDayIn(organization.timeZone)(madeAt)}

record.pdf    the record, to read, search and print
record.json   the same facts, for programs
SHA256SUMS    the digests of the files

To check that no file was changed, open a terminal in this folder and run

    sha256sum -c SHA256SUMS            on Linux
    shasum -a 256 -c SHA256SUMS        on a Mac
    certutil -hashfile record.pdf SHA256    on Windows; compare it with SHA256SUMS

On Linux and on a Mac, each file must be reported as OK.
${organization.name} keeps the digest of record.pdf
and can tell whether yours is the file that was handed out:
${[...organization.address, organization.emails.contact].join(', ')}

This record is confidential. Keep and share it only as the release or the law allows.
`
}

/** Writes a new file that only this account can read. Returns its SHA-256. */
async function writeWhole(
  folder: string,
  name: (typeof packetFiles)[number],
  content: Iterable<string> | AsyncIterable<string | Buffer>,
): Promise<string> {
  const hash = createHash('sha256')
  const file: FileHandle = await open(join(folder, name), 'wx', 0o600)
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      await file.appendFile(chunk)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
