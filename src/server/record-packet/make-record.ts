import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client } from '#contract/clients/schema.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { formatPhone } from '#contract/phone-number.ts'
import { isFilledIn, namesOf } from '#contract/record-field.ts'
import type { PacketRequest } from '#contract/record-packet/endpoints.ts'
import { type PacketFile, type PacketPart, packetParts } from '#contract/record-packet/fields.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { type AnyPart, type Entry, type PacketFileRow, parts, partTitles, type ReadPart } from './parts.ts'
import type { Line, ReadRecord } from './read-record.ts'
import { RecordDocument, styles } from './record-document.ts'
import { type Words, wordsIn } from './words.ts'

/* Runs in a worker thread: drawing a long record would hold up every other call. */

export interface RecordJob extends ReadRecord {
  organization: Pick<Organization, 'name' | 'address' | 'timeZone' | 'emails'>
  /** The folder with the font files. */
  fonts: string
  included: PacketPart[]
  request: PacketRequest
  maker: { by: string | null; byName: string }
  madeAt: Date
  /** Descriptors of the files with the rows that were read, and of the files to write. */
  rows: Partial<Record<ReadPart, number>>
  files: Record<PacketFile, number>
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
  /** The client's files in it, which whoever packs it adds. */
  copies: PacketFileRow[]
}

/** Goes through the rows twice: for `record.json`, the counts and the letters that the cover names, and for `record.pdf`. */
async function makeRecord(job: RecordJob): Promise<MadeRecord> {
  const packet = new Packet(job)
  const write = (name: PacketFile, content: string) => {
    const file = new DigestedFile(job.files[name])
    file.write(content)
    return file.digest()
  }
  const sums = [
    ['record.json', await packet.writeJson()],
    ['record.pdf', await packet.writePdf()],
    ['README.txt', write('README.txt', readme(job))],
  ] as const
  const { copies } = packet
  const sumsOfCopies = copies.map(({ inPacket, sha256 }) => [inPacket, sha256] as const)
  write('SHA256SUMS', [...sums, ...sumsOfCopies].map(([name, sum]) => `${sum}  ${name}\n`).join(''))
  return { sha256: sums[1][1], notes: packet.extents.notes?.included ?? 0, copies }
}

class Packet {
  /** Known after the first reading. */
  readonly extents: Partial<Record<PacketPart | ReadPart, Extent>> = {}
  readonly copies: PacketFileRow[] = []
  #minutes = 0
  readonly #numbers = new Map<string, number>()
  readonly #document: RecordDocument
  readonly #words: Words
  readonly #facts: [label: string, value: string][]

  readonly #job: RecordJob
  readonly #client: Client

  constructor(job: RecordJob) {
    const { client, organization, fonts, madeAt } = job
    this.#job = job
    this.#client = client
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

  get #readParts(): [ReadPart, AnyPart][] {
    const chosen = this.#job.included.filter((name) => name !== 'versions')
    return (['workers', ...chosen] as const).map((name) => [name, parts[name]])
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
  async *#rows(name: ReadPart, onLeftOut?: () => void) {
    const { from, to } = this.#job.request
    for await (const row of rowsOf(this.#job.rows[name])) {
      const day = parts[name].day(row, this.#words)
      const last = parts[name].lastDay ? parts[name].lastDay(row, this.#words) : day
      if ((from && last && last < from) || (to && day > to)) onLeftOut?.()
      else yield row
    }
  }

  async writeJson(): Promise<string> {
    const file = new DigestedFile(this.#job.files['record.json'])
    for await (const piece of this.#json()) file.write(piece)
    return file.digest()
  }

  /** What is known only once everything has been read comes last. */
  async *#json() {
    const { organization, request, maker, madeAt } = this.#job
    const { _id, ...client } = this.#client
    const onCover = [
      request.recipient,
      request.purpose,
      request.basis ?? '',
      maker.byName,
      organization.name,
      ...organization.address,
    ]
    for (const said of [...onCover, ...this.#alsoKeptAs, ...this.#facts.flat()])
      this.#document.letters.shown(said)
    yield `{\n"organization": ${JSON.stringify({ name: organization.name, address: organization.address })},\n`
    yield `"client": ${JSON.stringify({ ...client, alsoKeptAs: this.#job.alsoKeptAs })}`
    for (const [name, part] of this.#readParts) {
      const extent = { included: 0, leftOut: 0 }
      this.extents[name] = extent
      let start = `,\n"${name}": [\n`
      for await (const row of this.#rows(name, () => extent.leftOut++)) {
        extent.included++
        if (name === 'notes') {
          this.#numbers.set(row.id, extent.included)
          // As in the service log: a correction counts instead, and an attempt adds none.
          if (row.correctedBy.length === 0 && row.contact !== 'attempt') this.#minutes += row.minutes ?? 0
        }
        if (name === 'files') this.copies.push(row)
        this.#checkLetters(part.entry(row, this.#words))
        const { _id, ...shown } = row
        const number = name === 'notes' ? { number: extent.included } : {}
        yield start + JSON.stringify({ ...number, ...shown })
        start = ',\n'
      }
      yield extent.included > 0 ? '\n]' : `${start}]`
    }
    const { recipient, purpose, basis = null, from = null, to = null } = request
    const leftOut = Object.fromEntries(
      Object.entries(this.extents).map(([name, extent]) => [name, extent.leftOut]),
    )
    const about = {
      ...{ recipient, purpose, basis, from, to },
      ...{ madeAt: madeAt.toISOString(), madeBy: maker.by ?? maker.byName, madeByName: maker.byName },
      ...{ timeZone: organization.timeZone, included: this.#job.included, notIncluded: this.#notIncluded },
      ...{ leftOut, minutes: this.#minutes, deletedNotes: this.#job.deletedNotes },
    }
    yield `,\n"packet": ${JSON.stringify(about)}\n}\n`
  }

  /** Finds the letters that can't be shown. */
  #checkLetters({ title, facts = '', text = '', details, earlier = [], cells = [] }: Entry): void {
    for (const said of [title, facts, text, ...details, ...cells])
      this.#document.letters.shown(typeof said === 'string' ? said : said.text)
    for (const entry of earlier) this.#checkLetters(entry)
  }

  get #notIncluded(): PacketPart[] {
    return namesOf(packetParts).filter((name) => !this.#job.included.includes(name))
  }

  /** Returns when everything is in the file; a failure to write ends the drawing. */
  async writePdf(): Promise<string> {
    const file = new DigestedFile(this.#job.files['record.pdf'])
    const { doc } = this.#document
    doc.on('data', (chunk) => file.write(chunk))
    const ended = once(doc, 'end')
    await this.#draw(this.#document)
    await ended
    return file.digest()
  }

  async #draw(document: RecordDocument): Promise<void> {
    this.#cover(document)
    document.nextPage()
    document.section('About the client')
    document.table(this.#facts)
    for (const [name, part] of this.#readParts) {
      document.section(partTitles[name])
      const { included = 0, leftOut = 0 } = this.extents[name] ?? {}
      if (included === 0) document.paragraph(leftOut > 0 ? 'None in this period.' : 'None.')
      if (name === 'accesses')
        document.paragraph('Lists that showed the client among others are not included.', styles.details)
      let month = ''
      if (part.columns && included > 0) document.startTable(part.columns)
      for await (const row of this.#rows(name)) {
        const entry = part.entry(row, this.#words)
        if (part.hasHeadings) {
          document.entry(entry)
          const itsMonth = this.#words.month(part.day(row, this.#words))
          if (itsMonth !== month) document.bookmark(itsMonth)
          month = itsMonth
        } else if (entry.cells) document.row(entry.cells)
        else document.item(entry.title, entry.details)
      }
    }
    document.end()
  }

  #cover(document: RecordDocument): void {
    const { organization, request, maker, madeAt, deletedNotes } = this.#job
    const { timeZone } = organization
    document.title(`Record of \u2068${this.#name}\u2069`)
    document.paragraph([organization.name, ...organization.address].join(' · '), styles.details)
    document.gap(14)
    document.table([
      ['Client', `\u2068${this.#name}\u2069, born ${this.#words.day(this.#client.dateOfBirth)}`],
      ...this.#alsoKeptAs.map((former): [string, string] => ['Also kept as', former]),
      ['Recipient', request.recipient],
      ['Purpose', request.purpose],
      ...(request.basis ? [['Basis', request.basis] as const] : []),
      ['Period', this.#period()],
      ['Made by', this.#words.person(maker.byName, maker.by)],
      ['Made on', this.#words.moment(madeAt.toISOString())],
      ['Times', `All times are in the time zone ${timeZone.replaceAll('_', ' ')}.`],
    ])
    document.section('What is in this record')
    const counts = (['workers', ...this.#job.included] as const).map((name): [string, string] => {
      const extent = this.extents[name]
      const counted = extent ? count(extent.included) : 'With each entry'
      return [partTitles[name], name === 'notes' ? `${counted}; ${this.#minutesInTotal}` : counted]
    })
    document.table([['About the client', 'As it was when this record was made'], ...counts])
    document.section('What is not in it')
    const leftOut = this.#readParts
      .map(([name]) => ({ name, left: this.extents[name]?.leftOut ?? 0 }))
      .filter(({ left }) => left > 0)
      .map(({ name, left }): [string, string] => [partTitles[name], `${count(left)} outside the period`])
    document.table([
      ...leftOut,
      ...this.#notIncluded.map((name): [string, string] => [partTitles[name], 'Not included']),
      [
        'Deleted notes',
        `${count(deletedNotes)}${request.from || request.to ? ' in this period' : ''}. They are never included or numbered, and those removed for good are not counted.`,
      ],
      ['Earlier packets', 'Never included'],
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

  /** The records that were merged into this one. */
  get #alsoKeptAs(): string[] {
    const { day, dayOf } = this.#words
    return this.#job.alsoKeptAs.map(({ name, dateOfBirth, until }) => {
      const record = name && dateOfBirth ? `\u2068${name}\u2069, born ${day(dateOfBirth)},` : 'another record'
      return `${record} until ${day(dayOf(until))}`
    })
  }

  get #minutesInTotal(): string {
    return `${this.#minutes.toLocaleString('en-US')} minutes in total, to which corrected notes and attempts add none`
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

function readme({ organization, client, madeAt }: RecordJob): string {
  return `Record of ${client.firstName} ${client.lastName}
Made by ${organization.name} on ${calendarDayIn(organization.timeZone)(madeAt)}

record.pdf    the record, to read, search and print
record.json   the same facts, for programs
files         copies of documents and pictures, if there are any
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

/** The rows in a file of `readRecord`, each with its earlier versions. */
async function* rowsOf(file: number | undefined) {
  // biome-ignore lint/suspicious/noExplicitAny: each part has rows of its own kind
  let row: any
  for await (const line of linesOf(file)) {
    const read: Line = JSON.parse(line)
    if ('version' in read) row.versions.push(read.version)
    else {
      if (row) yield row
      row = read.row
    }
  }
  if (row) yield row
}

/** Not `readline`, for which U+2028 ends a line. */
async function* linesOf(fd: number | undefined) {
  if (fd === undefined) return
  let rest = ''
  for await (const chunk of createReadStream('', { fd, start: 0, autoClose: false, encoding: 'utf8' })) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

class DigestedFile {
  readonly #hash = createHash('sha256')
  readonly #fd: number

  constructor(fd: number) {
    this.#fd = fd
  }

  write(content: string | Buffer): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#hash.update(bytes)
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#fd, bytes, written)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

parentPort?.postMessage(await makeRecord(workerData))
