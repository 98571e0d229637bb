import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { auditEndpoints, type TrailRow } from '#contract/audit/endpoints.ts'
import { authorizationEndpoints } from '#contract/authorizations/endpoints.ts'
import { clientMergeEndpoints } from '#contract/client-merges/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { peopleEndpoints } from '#contract/people/endpoints.ts'
import { namesOf } from '#contract/record-field.ts'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { type PacketPart, packetParts } from '#contract/record-packet/fields.ts'
import type { ClientReference } from '#server/clients/references.ts'
import { countAttempt, forgetAttempts, limitPerCaller } from '#server/throttling/store.ts'
import { drawnLines } from '#test/support/drawn-text.ts'
import { hodan } from '#test/support/people.ts'
import { pdf as document, png } from '#test/support/pictures.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { dictOf, inOrder, readPdf, structureOf, textOf } from '../site/written-pdf.ts'

const packetFolder = mkdtempSync(join(tmpdir(), 'packets-'))
const app = await createTestApp({ packets: { folder: packetFolder, fonts: 'src/server/forms/fonts' } })
const chief = await app.member('super-admin', 'chief@example.org')
const manager = await app.member('manager', 'manager@example.org')
beforeEach(() => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
})

const everything = Object.fromEntries(namesOf(packetParts).map((part) => [part, true]))
const asked = {
  recipient: 'Hennepin County District Court',
  purpose: 'Subpoena of March 2, 2026',
  basis: 'Court order',
  include: everything,
}

/** The part that has a table's rows. A new table about clients does not compile before it is here. */
const partOf: Record<ClientReference, PacketPart | 'in every packet' | 'in no packet'> = {
  notes: 'notes',
  client_status_changes: 'statusHistory',
  goals: 'goals',
  papers: 'papers',
  people: 'people',
  homes: 'homes',
  authorizations: 'authorizations',
  files: 'files',
  client_record_versions: 'versions',
  follow_ups: 'followUps',
  client_assignments: 'in every packet',
  client_merges: 'in every packet',
  disclosures: 'in no packet',
  drafts: 'in no packet',
  last_notes: 'in no packet',
}

async function addClient(change: object = {}): Promise<string> {
  return (await app.send(clientEndpoints.add, { token: chief.token, body: { ...hodan, ...change } })).body.id
}

async function addNote(client: string, note: object, token = chief.token): Promise<string> {
  const { body } = await app.send(noteEndpoints.add, { token, params: { id: client }, body: note as never })
  return body.id
}

const order = (client: string, change: object = {}, token = chief.token) =>
  app.send(recordPacketEndpoints.make, {
    token,
    params: { id: client },
    body: { ...asked, ...change } as never,
  })

const disclosuresOf = async (client: string) =>
  (await app.send(recordPacketEndpoints.disclosures, { token: chief.token, params: { id: client } })).body

const exported = () => app.audited({ action: 'exported' }, 'record_kind', 'actor_id', 'details')

/** Makes a packet and unpacks it as its recipient would. */
async function packetOf(client: string, change: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'packet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const zip = await downloadOf(client, change)
  for (const [name, content] of Object.entries(unzipSync(zip))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const pdf = readFileSync(join(folder, 'record.pdf'))
  const pages = drawnLines(await readPdf(pdf))
  const json = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'))
  return { folder, pdf, pages, text: pages.flat().join('\n'), json }
}

async function downloadOf(client: string, change: object): Promise<Buffer> {
  const { statusCode, headers, rawPayload } = await app.fastify.inject({
    method: 'POST',
    url: `/api/clients/${client}/packet`,
    headers: { authorization: `Bearer ${chief.token}` },
    payload: { ...asked, ...change },
  })
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'application/zip' })
  return rawPayload
}

/** The packet's files that this process has open; no folder names them. Only Linux tells. */
const openPacketFiles = () =>
  (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []).filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(packetFolder)
    } catch {
      return false // Closed just now.
    }
  })

/** What the README tells a recipient to run. */
const check = (folder: string) =>
  process.platform === 'darwin'
    ? spawnSync('shasum', ['-a', '256', '-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    : spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })

test('a packet has every table about the client but those that are left out on purpose', () => {
  const others = ['in every packet', 'in no packet']
  expect(new Set([...Object.values(partOf), 'accesses'])).toEqual(
    new Set([...namesOf(packetParts), ...others]),
  )
})

test('a packet has four files, and a changed byte is noticed with the digests in it [T700]', async () => {
  const { folder } = await packetOf(await addClient())
  const files = ['README.txt', 'SHA256SUMS', 'record.json', 'record.pdf']
  expect(readdirSync(folder).toSorted()).toEqual(files)
  expect(check(folder)).toMatchObject({
    status: 0,
    stdout: 'record.json: OK\nrecord.pdf: OK\nREADME.txt: OK\n',
  })
  expect(readFileSync(join(folder, 'README.txt'), 'utf8')).toContain('sha256sum -c SHA256SUMS')
  const pdf = readFileSync(join(folder, 'record.pdf'))
  pdf[1000] = (pdf[1000] ?? 0) ^ 1
  writeFileSync(join(folder, 'record.pdf'), pdf)
  expect(check(folder).status).not.toBe(0)
})

test('the record says what was written, when and by whom, the oldest note first, in PDF and JSON alike [T701]', async () => {
  const numbers = { pmi: '01234567', county: 'st-louis' }
  const client = await addClient({ ...numbers, preferredName: 'Hodi', interpreter: true, mayText: false })
  const facts = {
    startTime: '14:00',
    endTime: '14:45',
    service: 'housingTransition',
    contact: 'in-person',
    place: 'Library',
  }
  const later = await addNote(
    client,
    { text: 'Signed the lease.', serviceDate: '2026-06-02', ...facts, sign: true },
    manager.token,
  )
  const older = await addNote(client, {
    text: 'Toured two apartments.\nThe second has a lift.',
    serviceDate: '2026-03-05',
  })
  const night = { startTime: '22:00', endTime: '01:00', endsNextDay: true }
  await addNote(client, { text: 'It was the third.', serviceDate: '2026-06-10', ...night, corrects: older })
  await app.send(noteEndpoints.review, {
    ...{ token: chief.token, params: { id: client, noteId: later } },
    body: { version: 1, comment: 'Add who signs.' },
  })
  await app.send(followUpEndpoints.add, {
    token: chief.token,
    params: { id: client },
    body: { on: '2026-07-01', what: 'Call the landlord' } as never,
  })
  const { text, json, pdf } = await packetOf(client)
  const inPdf = [
    'Record of Hodan Warsame',
    'Hennepin County District Court',
    'Subpoena of March 2, 2026',
    'Super Admin (chief@example.org)',
    'June 15, 2026 at 10:00 AM CDT',
    'America/Chicago',
    'PMI01234567',
    'CountySt. Louis',
    'Preferred nameHodi',
    'Needs an interpreterYes',
    'OK to textNo',
    'Note 1 · March 5, 2026',
    'Toured two apartments.',
    'The second has a lift.',
    'Corrected by note 3',
    'Not signed',
    'Note 2 · June 2, 2026',
    'Date of service: June 2, 2026 · 2:00 PM to 2:45 PM · 45 minutes · Housing Transition · In person · Library',
    'Signed the lease.',
    'Written June 15, 2026 at 10:00 AM CDT by Super Admin (manager@example.org)',
    'Signed June 15, 2026 at 10:00 AM CDT by Super Admin (manager@example.org)',
    'Reviewed June 15, 2026 at 10:00 AM CDT by Super Admin (chief@example.org): Add who signs.',
    'Note 3 · June 10, 2026',
    'Date of service: June 10, 2026 · 10:00 PM to 1:00 AM the next day · 180 minutes',
    'Corrects note 1',
    'June 15, 2026: Active at intake',
    'July 1, 2026: Call the landlord',
    'Added a client',
  ]
  let from = 0
  for (const part of inPdf) {
    expect(text.indexOf(part, from), part).toBeGreaterThanOrEqual(from)
    from = text.indexOf(part, from)
  }
  const links = inOrder(structureOf(await readPdf(pdf))).flatMap(({ annotations }) => annotations)
  expect(links.map((link) => textOf(link, 'Contents'))).toEqual(['Corrected by note 3', 'Corrects note 1'])
  expect(links.map((link) => textOf(dictOf(link, 'A'), 'D'))).toEqual(['note-3', 'note-1'])
  expect(
    json.notes.map(({ number, text }: { number: number; text: string }) => `${number} ${text.slice(0, 6)}`),
  ).toEqual(['1 Toured', '2 Signed', '3 It was'])
  expect(json).toMatchObject({
    client: { id: client, lastName: 'Warsame' },
    notes: [
      { correctedBy: [json.notes[2].id] },
      { reviewComment: 'Add who signs.' },
      { corrects: older, endsNextDay: true },
    ],
    statusHistory: [{ to: 'active' }],
    followUps: [{ what: 'Call the landlord' }],
    packet: { recipient: asked.recipient, purpose: asked.purpose, madeBy: 'chief@example.org' },
  })
  expect(JSON.stringify(json.accesses)).not.toMatch(/network|session|requestId/)
})

const addRelease = async (client: string, release: object) =>
  (
    await app.send(paperEndpoints.add, {
      ...{ token: chief.token, params: { id: client } },
      body: { kind: 'release', signedOn: '2026-03-05', ...release } as never,
    })
  ).body.id

test('a packet needs a basis unless a release to its recipient is neither expired nor revoked [T1090]', async () => {
  const client = await addClient()
  const release = await addRelease(client, { to: 'Hennepin County', expiresOn: '2026-06-15' })
  const to = (recipient: string, basis?: string) => order(client, { recipient, basis })
  const refused = { status: 400, body: { fields: { basis: 'Enter why the record may be shared' } } }
  expect(await to('Ramsey County')).toMatchObject(refused)
  expect(await to('Ramsey County', ' ')).toMatchObject(refused)
  expect(await to('Ramsey County', 'x'.repeat(201))).toMatchObject({ status: 400 })
  expect(await disclosuresOf(client)).toEqual([])
  expect((await to('Ramsey County', 'Court order')).status).toBe(200)
  app.context.now = new Date('2026-06-15T15:00:01Z')
  expect((await to(' hennepin COUNTY ')).status).toBe(200)
  expect(await disclosuresOf(client)).toMatchObject([{ basis: null }, { basis: 'Court order' }])
  const { json, text } = await packetOf(client, { recipient: 'Ramsey County' })
  expect(json.packet).toMatchObject({ recipient: 'Ramsey County', basis: 'Court order' })
  expect(text).toContain('BasisCourt order')
  for (const end of [{ expiresOn: '2026-06-14' }, { expiresOn: null, revokedOn: '2026-06-15' }]) {
    await app.send(paperEndpoints.edit, { token: chief.token, params: { id: release }, body: end })
    expect(await to('Hennepin County')).toMatchObject(refused)
  }
})

test('a packet quotes what was attested, and says who worked with the client when, for how long, and how many notes were deleted [T1091]', async () => {
  const worker = await app.member('employee', 'amina.warsame@example.org')
  const client = await addClient()
  // No session lasts that long.
  const [started_at, ended_at] = [new Date('2026-06-01T15:00:00Z'), app.context.now]
  const period = { client_id: client, employee_id: worker.id, started_at, ended_at }
  await app.db.insertInto('client_assignments').values(period).execute()
  const change = { params: { id: client }, body: { ...hodan, assignedTo: manager.id } }
  await app.send(clientEndpoints.edit, { token: chief.token, ...change })
  const on = (day: number) => ({ serviceDate: `2026-06-0${day}` })
  const first = await addNote(client, { ...on(1), text: 'Called.', minutes: 1000, sign: true })
  await addNote(client, { ...on(2), text: 'For longer.', minutes: 1234, corrects: first, sign: true })
  await addNote(client, { ...on(3), text: 'Nobody there.', minutes: 5, contact: 'attempt' })
  await addNote(client, { text: 'Called again.' })
  const noteId = await addNote(client, { text: 'About someone else.' })
  await app.send(noteEndpoints.remove, { token: chief.token, params: { id: client, noteId } })
  await addRelease(client, { to: 'Hennepin County' })
  const { text, json } = await packetOf(client)
  const flowing = text.replaceAll('\n', ' ')
  expect(flowing).toMatch(/1 ·.*Signed [^“]*: “I provided this service, and this entry is true.”.*2 ·/)
  expect(flowing).toMatch(/2 ·.*Signed [^“]*: “This correction is true.”.*3 ·/)
  expect(text).toContain('June 1, 2026 to June 15, 2026: Super Admin (amina.warsame@example.org)')
  expect(text).toContain('Since June 15, 2026: Super Admin (manager@example.org)')
  expect(json.workers).toMatchObject([{ email: 'amina.warsame@example.org' }, { to: null }])
  expect(text).toMatch(/Notes4; 1,234 minutes in total/)
  expect(text).toMatch(/Deleted notes1\./)
  expect(json.packet).toMatchObject({ minutes: 1234, deletedNotes: 1 })
  expect(text).toContain('Entered June 15, 2026 at 10:00 AM CDT by Super Admin (chief@example.org)')
  const later = await packetOf(client, { from: '2026-06-16' })
  expect(later.json.workers).toMatchObject([{ to: null }])
  expect(later.text).toMatch(/Workers1 outside the period/)
})

test('no page begins with the signature of a note, and none ends with its heading [T1092]', async () => {
  const client = await addClient()
  for (let lines = 1; lines <= 70; lines++)
    await addNote(client, { text: Array.from({ length: lines }, (_, line) => `Line ${line}.`).join('\n') })
  const { pages } = await packetOf(client, { include: { notes: true } })
  expect(pages.length).toBeGreaterThan(60)
  for (const lines of pages.slice(2)) {
    // Below the head and the page's number.
    const [first = ''] = lines.slice(3)
    expect(first).not.toMatch(/^(Written|Not signed)/)
    if (first.startsWith('Line')) expect(lines[4]).toMatch(/^Line/)
    expect(lines.at(-1)).not.toMatch(/^(Note \d|No date)/)
  }
})

test('who has seen the record is a table, whose headers each page repeats [T1093]', async () => {
  const client = await addClient()
  for (let edit = 0; edit < 60; edit++) await addNote(client, { text: 'Called.' })
  const { pages, pdf } = await packetOf(client, { include: { accesses: true } })
  const begun = pages.findIndex((lines) => lines.includes('Who has seen this record'))
  const withHeaders = pages.filter((lines) => lines.includes('WhoWhat happenedWhen'))
  expect(withHeaders.length).toBeGreaterThan(1)
  expect(pages.slice(-withHeaders.length)).toEqual(withHeaders)
  expect(begun).toBe(pages.length - withHeaders.length)
  expect(pages.at(-1)?.join(' ')).toMatch(/Super Admin.*Added a client.*June 15, 2026 at 10:00 AM CDT/)
  const headers = inOrder(structureOf(await readPdf(pdf))).filter(({ role }) => role === 'TH')
  expect(headers.slice(-3)).toHaveLength(3)
})

test('authorizations say how much of them was used, and belong to each period that they touch [T1260]', async () => {
  const client = await addClient()
  const add = (change: object) => {
    const body = { payer: 'Hennepin County', service: 'housingTransition', ...change } as never
    return app.send(authorizationEndpoints.add, { token: chief.token, params: { id: client }, body })
  }
  const { body } = await add({ startsOn: '2026-01-01', endsOn: '2026-06-30', minutes: 1200 })
  const change = { params: { id: body.id }, body: { number: '4711', comment: 'Renewal requested.' } }
  await app.send(authorizationEndpoints.edit, { token: chief.token, ...change })
  await add({ startsOn: '2026-07-01', endsOn: '2026-12-31' })
  await add({ startsOn: '2026-07-01', endsOn: '2026-07-31', mistaken: true })
  const served = { text: 'Toured two apartments.', service: 'housingTransition', serviceDate: '2026-06-01' }
  await addNote(client, { ...served, minutes: 1100 })
  await addNote(client, served)
  const { text, json } = await packetOf(client)
  const flowing = text.replaceAll('\n', ' ')
  expect(flowing).toMatch(
    /January 1, 2026 to June 30, 2026: Housing Transition, Hennepin County, number 4711.*Authorized: 1,200 minutes.*Comment: Renewal requested\..*Used: 1,100 minutes, left: 100 minutes, notes without minutes: 1.*Version 1, of .*January 1, 2026 to June 30, 2026: Housing Transition, Hennepin County; Authorized: 1,200 minutes/,
  )
  expect(flowing).toMatch(/July 1, 2026 to December 31, 2026: [^:]*Paid by the month.*Used: 0 minutes/)
  expect(flowing).toMatch(/July 1, 2026 to July 31, 2026: [^:]*Paid by the month.*Entered by mistake/)
  expect(json.authorizations).toMatchObject([
    { number: '4711', usedMinutes: 1100, remainingMinutes: 100, unmeasured: 1, versions: [{ number: null }] },
    { usedMinutes: 0, remainingMinutes: null },
    { mistaken: true },
  ])
  const inJune = await packetOf(client, { from: '2026-06-30', to: '2026-06-30' })
  expect(inJune.json.authorizations).toMatchObject([{ number: '4711' }])
  expect(inJune.text).toContain('Authorizations2 outside the period')
})

test('earlier versions come with their notes and papers if they are asked for [T702]', async () => {
  const client = await addClient()
  const params = { id: client, noteId: await addNote(client, { text: 'As it was first.', sign: true }) }
  await app.send(noteEndpoints.edit, { token: chief.token, params, body: { text: 'As it is now.' } as never })
  const paper = { kind: 'release', to: 'Hennepin County', signedOn: '2026-03-05' } as const
  const { body } = await app.send(paperEndpoints.add, {
    token: chief.token,
    params: { id: client },
    body: paper,
  })
  const change = { params: { id: body.id }, body: { to: 'Ramsey County', where: 'Folder H' } }
  await app.send(paperEndpoints.edit, { token: chief.token, ...change })
  const { text, json } = await packetOf(client)
  expect(text.replaceAll('\n', ' ')).toMatch(
    /Release of information, to Ramsey County.*Kept at: Folder H.*Version 1, of June 15.*Release of information, to Hennepin County/s,
  )
  expect(json.papers).toMatchObject([
    { to: 'Ramsey County', versions: [{ version: 1, to: 'Hennepin County' }] },
  ])
  expect(text).toMatch(
    /Note 1 ·.*As it is now\..*Not signed.*Version 1 of note 1.*As it was first\..*Signed June 15/s,
  )
  expect(json.notes[0].versions).toMatchObject([{ version: 1, text: 'As it was first.' }])
  const without = await packetOf(client, { include: { ...everything, versions: false } })
  expect(without.text).not.toMatch(/As it was first\.|Hennepin County$/m)
  expect(without.text).toContain('Earlier versionsNot included')
})

test('a packet has the people and homes of its period with what is known of them [T1293]', async () => {
  const client = await addClient()
  const addPerson = (body: object) =>
    app.send(peopleEndpoints.add, { token: chief.token, params: { id: client }, body: body as never })
  const addHome = (body: object) =>
    app.send(homeEndpoints.add, { token: chief.token, params: { id: client }, body: body as never })
  const contact = { phone: '6125550187', email: 'sahra@example.org', bornOn: '1991-02-03', mayContact: true }
  await addPerson({ ...contact, relation: 'emergency', name: 'Sahra Warsame', note: 'Has a spare key.' })
  await addPerson({ relation: 'landlord', name: 'Cedar Apartments', mayContact: false, until: '2026-06-20' })
  await addHome({ kind: 'shelter', movedInOn: '2026-01-05', leftOn: '2026-03-05', leftReason: 'Housed' })
  const lease = { address: '1420 Cedar Avenue S', rent: 1150, share: 0, subsidy: 'Bridges' }
  await addHome({ ...lease, kind: 'lease', movedInOn: '2026-03-05', leaseEndsOn: '2027-02-28' })
  const { text, json } = await packetOf(client)
  const lines = text.replaceAll('\n', ' ')
  expect(lines).toMatch(
    /Emergency contact: Sahra Warsame.*Phone: \(612\) 555-0187.*Email: sahra@example.org.*Born February 3, 1991.*OK to contact: yes.*Has a spare key\./,
  )
  expect(lines).toMatch(/Landlord: Cedar Apartments.*OK to contact: no.*Until June 20, 2026/)
  expect(lines).toMatch(/January 5, 2026: Shelter.*Moved out March 5, 2026: Housed/)
  expect(lines).toMatch(
    /March 5, 2026: Lease, 1420 Cedar Avenue S.*Rent: \$1,150 a month.*Client’s share: \$0 a month.*Subsidy: Bridges.*Lease ends February 28, 2027/,
  )
  expect(json).toMatchObject({
    people: [contact, { mayContact: false }],
    homes: [{ kind: 'shelter' }, lease],
  })
  const later = (await packetOf(client, { from: '2026-06-21' })).json
  expect(later).toMatchObject({ people: [contact], homes: [lease] })
  expect((await packetOf(client, { to: '2026-03-04' })).json).toMatchObject({ people: [], homes: [{}] })
})

test('a packet holds the client’s files, each under a name that starts no program [T1370]', async () => {
  const client = await addClient()
  const add = (name: string, payload: Buffer) =>
    app.sendRaw({
      method: 'POST',
      url: `/api/clients/${client}/files`,
      headers: {
        authorization: `Bearer ${chief.token}`,
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      },
      payload,
    })
  const { body: lease } = await add('Lease: "2026".pdf', document('Lease'))
  const created_at = new Date('2026-06-10T15:00:00Z')
  await app.ownerDb.updateTable('files').set({ created_at }).where('id', '=', lease.id).execute()
  await add('../../run.exe', png())
  const { folder, text, json } = await packetOf(client)
  expect(readFileSync(join(folder, 'files/001 Lease_ _2026_.pdf'))).toEqual(document('Lease'))
  expect(readFileSync(join(folder, 'files/002 .._.._run.exe.png'))).toEqual(png())
  expect(check(folder)).toMatchObject({ status: 0, stdout: expect.stringContaining('002') })
  expect(json.files).toMatchObject([{ id: lease.id, inPacket: 'files/001 Lease_ _2026_.pdf' }, {}])
  expect(text).toContain('files/001 Lease_ _2026_.pdf: Lease: "2026".pdf')
  const later = await packetOf(client, { from: '2026-06-15' })
  expect(readdirSync(join(later.folder, 'files'))).toEqual(['002 .._.._run.exe.png'])
  const without = await packetOf(client, { include: { notes: true } })
  expect(existsSync(join(without.folder, 'files'))).toBe(false)
})

test('a goal says which notes of the period served it, with their minutes; a note names its goals [T1230]', async () => {
  const client = await addClient()
  const newGoal = async (text: string, agreedOn: string, end?: object): Promise<string> => {
    const add = { params: { id: client }, body: { text, agreedOn, targetOn: '2026-12-31' } }
    const { id } = (await app.send(goalEndpoints.add, { token: chief.token, ...add })).body
    if (end) await app.send(goalEndpoints.edit, { token: chief.token, params: { id }, body: end })
    return id
  }
  const mistaken = { state: 'mistaken', stateOn: '2026-05-01' }
  await newGoal('Buy a boat', '2026-02-01', mistaken)
  await newGoal('Get a state ID', '2026-01-01', { state: 'reached', stateOn: '2026-04-30' })
  const dropped = { state: 'dropped', stateOn: '2026-05-20', outcome: 'Has other plans' }
  await newGoal('Save for a deposit', '2026-03-01', dropped)
  const home = await newGoal('Find an apartment', '2026-03-05')
  await newGoal('Keep the apartment', '2026-06-01')
  const serve = (serviceDate: string, facts = {}) =>
    addNote(client, { text: 'Called.', goals: [home], serviceDate, minutes: 45, ...facts })
  await serve('2026-04-30')
  await serve('2026-05-03')
  await addNote(client, { text: 'Called.', serviceDate: '2026-05-04' })
  const wrong = await serve('2026-05-05')
  await serve('2026-05-06', { corrects: wrong, minutes: 60 })
  await serve('2026-05-07', { contact: 'attempt' })
  const params = { id: client, noteId: await serve('2026-05-08', { goals: [] }) }
  await app.send(noteEndpoints.edit, { token: chief.token, params, body: { text: 'Met.', goals: [home] } })
  const period = { from: '2026-05-01', to: '2026-05-31' }
  const { text, json } = await packetOf(client, period)
  const said = text.replaceAll('\n', ' ')
  expect(json.goals.map(({ text }: { text: string }) => text)).toEqual([
    'Save for a deposit',
    'Find an apartment',
    'Buy a boat',
  ])
  expect(json.goals[1]).toMatchObject({ id: home, minutes: 150, notes: { length: 4 } })
  expect(json.goals[1]).not.toHaveProperty('lastServedOn')
  expect(text).toContain('Goals2 outside the period')
  expect(said).toMatch(
    /March 1, 2026: Save for a deposit.*Dropped May 20, 2026.*Outcome: Has other plans.*Not addressed in this period/,
  )
  expect(said).toMatch(
    /March 5, 2026: Find an apartment.*Target date December 31, 2026.*Open.*Addressed in notes 1, 4, 5, and 6: 150 minutes/,
  )
  expect(said).toMatch(/Buy a boat.*Entered by mistake May 1, 2026.*Entered June 15/)
  expect(text.match(/Not addressed/g)).toHaveLength(1)
  expect(said).toMatch(/Note 6 · May 8, 2026 .*Goal: Find an apartment.*Version 1 of note 6/)
  expect(json.notes.at(-1)).toMatchObject({
    goals: [{ id: home, text: 'Find an apartment' }],
    versions: [{ goals: [] }],
  })
  const alone = await packetOf(client, { ...period, include: { goals: true } })
  expect(alone.text.replaceAll('\n', ' ')).toContain('Addressed in 4 notes: 150 minutes')
})

test('a period is that of the service or else of writing; what it leaves out is counted, and deleted notes never count [T703]', async () => {
  const client = await addClient()
  const early = await addNote(client, { text: 'Written in May.' })
  // Still May 31 in the organization’s time zone. No session lasts that long.
  const created_at = new Date('2026-06-01T04:30:00Z')
  await app.db.updateTable('notes').set({ created_at }).where('id', '=', early).execute()
  await addNote(client, { text: 'Served in May.', serviceDate: '2026-05-02' })
  await addNote(client, { text: 'Served in April.', serviceDate: '2026-04-30' })
  await addNote(client, { text: 'Written in June.' })
  const gone = await addNote(client, { text: 'Deleted.', serviceDate: '2026-05-03' })
  await app.send(noteEndpoints.remove, { token: chief.token, params: { id: client, noteId: gone } })
  const { text, json } = await packetOf(client, { from: '2026-05-01', to: '2026-05-31' })
  expect(json.notes.map(({ text }: { text: string }) => text)).toEqual(['Served in May.', 'Written in May.'])
  expect(text).toContain('PeriodMay 1, 2026 to May 31, 2026')
  expect(text).toContain('Notes2 outside the period')
  expect(text).toContain('Status history1 outside the period')
  expect(text).toMatch(/Deleted notes1 in this period. They are never included/)
  expect(JSON.stringify(json) + text).not.toContain('Deleted.')
  const few = await packetOf(client, { include: { notes: true } })
  expect(few.text).toContain('PeriodThe whole record')
  expect(few.text).toMatch(
    /Signed documentsNot included\n.*Follow-upsNot included\nWho has seen this recordNot included/s,
  )
  expect(few.json.accesses).toBeUndefined()
})

test('every page names the organization, the client, the birth date and its number, and the file is tagged [T704]', async () => {
  const client = await addClient()
  for (let day = 10; day < 30; day++)
    await addNote(client, {
      text: 'A long walk through the neighborhood. '.repeat(40),
      serviceDate: `2026-05-${day}`,
    })
  const { pages, pdf } = await packetOf(client)
  expect(pages.length).toBeGreaterThan(4)
  for (const [index, lines] of pages.entries()) {
    expect(lines.slice(0, 2)).toEqual([
      'Stable Housing Relocation',
      'Record of Hodan Warsame, born February 29, 1988',
    ])
    expect(lines).toContain(`Page ${index + 1} of ${pages.length}Confidential`)
  }
  const file = await readPdf(pdf)
  const { width, height } = file.getPage(0).getSize()
  expect([width, height]).toEqual([612, 792])
  expect(file.getTitle()).toBe('Record of Hodan Warsame')
  expect(textOf(file.catalog, 'Lang')).toBe('en-US')
  const roles = inOrder(structureOf(file)).map(({ role }) => role)
  for (const role of [
    'Document',
    'Sect',
    'H1',
    'H2',
    'H3',
    'P',
    'Table',
    'TR',
    'TH',
    'TD',
    'L',
    'LI',
    'LBody',
  ])
    expect(roles).toContain(role)
  expect(roles.filter((role) => role === 'H3')).toHaveLength(20)
  const bookmarks = Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Title \(([^)]*)\)/g)
    ?.join()
  for (const title of ['About the client', 'Notes', 'May 2026', 'Follow-ups'])
    expect(bookmarks).toContain(`(${title})`)
})

test('names are shown in the letters of their languages, and a letter that no typeface has by its number [T705]', async () => {
  const written = ['Nguyễn', 'Xeeb', 'Cabdi', 'Иванова', 'ተስፋዬ', 'စီၤပီၤ', 'နမူနာ']
  const client = await addClient({ firstName: written.join(' '), lastName: 'محمد', alert: 'Ask for 王 👍' })
  await addNote(client, { text: 'قال محمد: نلتقي يوم 12 مارس (الطابق 3)' })
  const { text, json, pdf } = await packetOf(client)
  const [, name = ''] = /^First Name(.*)$/m.exec(text) ?? []
  const letters = (word: string) => [...word.normalize('NFC')].toSorted().join('')
  // Marks are drawn before the letters that they follow.
  for (const word of written) expect(name.split(' ').map(letters)).toContain(letters(word))
  // From left to right.
  expect(text).toContain(`Last Name${[...'محمد'].reverse().join('')}`)
  expect(text).toMatch(/\(.*3 .*\) .*12/)
  expect(text).toContain('Ask for [U+738B] [U+1F44D]')
  expect(text).toMatch(/Letters.*numbers in brackets;\n.*U\+1F44D, U\+738B/)
  expect(json.client.alert).toBe('Ask for 王 👍')
  const spoken = inOrder(structureOf(await readPdf(pdf))).map(({ dict }) => role(dict))
  expect(spoken).toContain('قال محمد: نلتقي يوم 12 مارس (الطابق 3)')
})

test('a note is shown as it was typed: indented, its marks in place, its bullets named and Burmese as it is written [T991]', async () => {
  const client = await addClient()
  await addNote(client, { text: 'To do:\n    call  the county\n\uf0b7\tẹ̀kọ́ ✓\nမြန်မာ ကေ' })
  const { text } = await packetOf(client)
  expect(text).toContain('To do:\n    call  the county\n[U+F0B7]    ẹ̀kọ́ ✓\n')
  expect(text).toMatch(/Letters.*numbers in brackets;\n.*U\+F0B7/)
  // These signs stand before the consonants after which they are typed.
  expect(text).toContain('ြမန်မာ ေက')
})

const role = (dict: Parameters<typeof textOf>[0]) => textOf(dict, 'ActualText')

test('a packet leaves an audit row and a disclosure with the digest of its PDF, and no file behind [T706]', async () => {
  const client = await addClient()
  await addNote(client, { text: 'Toured two apartments.' })
  const { pdf } = await packetOf(client, { from: '2026-01-01', include: { notes: true } })
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  expect((await exported()).at(-1)).toEqual({
    record_kind: 'record packet',
    actor_id: chief.id,
    details: { client, fields: ['notes'], count: 1, version: 1, stored: expect.any(String) },
  })
  const { recipient, purpose, basis } = asked
  expect(await disclosuresOf(client)).toEqual([
    {
      at: '2026-06-15T15:00:00.000Z',
      by: chief.email,
      byName: 'Super Admin',
      recipient,
      purpose,
      basis,
      from: '2026-01-01',
      to: null,
      sha256,
    },
  ])
  const trail = await app.send(auditEndpoints.list, { query: { record: client }, token: chief.token })
  const { recordId, names } = trail.body.items.find(({ kind }: TrailRow) => kind === 'record packet')
  expect(names).toEqual({ [client]: 'Hodan Warsame', [recordId]: recipient })
  await expect.poll(openPacketFiles).toEqual([])
  app.context.now = new Date(app.context.now.getTime() + 1000)
  await packetOf(client)
  expect((await disclosuresOf(client)).map(({ from }: { from: string | null }) => from)).toEqual([
    null,
    '2026-01-01',
  ])
})

/** Asks for the packet of a client with many notes over a connection that can be cut. */
async function longDownload() {
  const client = await addClient()
  await sql`
    INSERT INTO notes (client_id, text, author_id, author_email, created_at)
    SELECT ${client}, repeat(md5(n::text) || ' ', 60), ${chief.id}, 'chief@example.org', now() FROM generate_series(1, 300) AS n`.execute(
    app.db,
  )
  if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  const before = (await exported()).length
  const call = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'POST', path: `/api/clients/${client}/packet` },
    headers: { authorization: `Bearer ${chief.token}`, 'content-type': 'application/json' },
  })
  call.on('error', () => {})
  const connected = once(app.fastify.server, 'connection')
  call.end(JSON.stringify(asked))
  const stored = async () => [(await exported()).length - before, (await disclosuresOf(client)).length]
  const [connection] = await connected
  return { call, stored, connection }
}

const nextIsMade = async () => {
  const next = await addClient()
  await expect.poll(async () => (await order(next)).status).toBe(200)
}

test('a download that is cut while it is sent leaves both rows and no file, and the next one need not wait [T707]', async () => {
  const { call, stored } = await longDownload()
  const [reply] = await once(call, 'response')
  expect(reply.statusCode).toBe(200)
  expect(await stored()).toEqual([1, 1])
  reply.on('error', () => {})
  await once(reply, 'data')
  call.destroy()
  await expect.poll(openPacketFiles).toEqual([])
  expect(await stored()).toEqual([1, 1])
  await nextIsMade()
})

test('a download that is cut while it is drawn ends the drawing and leaves neither row nor file [T1151]', async () => {
  const drawing = once(process, 'worker')
  const { call, stored } = await longDownload()
  const [worker] = await drawing
  const finished = vi.fn()
  worker.on('message', finished)
  await once(worker, 'online')
  const ended = once(worker, 'exit')
  call.destroy()
  await ended
  expect(finished).not.toHaveBeenCalled()
  await expect.poll(openPacketFiles).toEqual([])
  expect(await stored()).toEqual([0, 0])
  await nextIsMade()
})

test('a download that is cut while it is read is not drawn and leaves neither row nor file [T1152]', async () => {
  const drawn = vi.fn()
  process.once('worker', drawn)
  onTestFinished(() => void process.off('worker', drawn))
  const waiting = async () =>
    (
      await sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%follow_ups%'`.execute(
        app.db,
      )
    ).rows.length
  const { stored } = await app.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE follow_ups IN ACCESS EXCLUSIVE MODE`.execute(trx)
    const download = await longDownload()
    await expect.poll(waiting).toBe(1)
    download.call.destroy()
    await expect.poll(() => download.connection.closed).toBe(true)
    return download
  })
  await expect.poll(openPacketFiles).toEqual([])
  expect(drawn).not.toHaveBeenCalled()
  expect(await stored()).toEqual([0, 0])
  await nextIsMade()
})

test('fails if the thread ends before the packet is made, and stores nothing [T1153]', async () => {
  const client = await addClient()
  const drawing = once(process, 'worker')
  const packet = order(client)
  const [worker] = await drawing
  await worker.terminate()
  expect((await packet).status).toBe(500)
  expect(await disclosuresOf(client)).toEqual([])
  expect(openPacketFiles()).toEqual([])
})

test('without its audit row nothing is sent and no disclosure is stored [T708]', async () => {
  const client = await addClient()
  const { status, body } = await app.withoutAudit(() => order(client))
  expect({ status, code: body.code }).toEqual({ status: 500, code: 'server-failure' })
  expect(await disclosuresOf(client)).toEqual([])
  expect(openPacketFiles()).toEqual([])
})

test('an employee makes one packet at a time, and of more than 2,000 notes ten an hour [T709]', async () => {
  const client = await addClient()
  const caller = await app.member('super-admin', 'packets@example.org')
  const secret = 'only-for-tests-only-for-tests-only-for-tests'
  const running = limitPerCaller(secret, { name: 'client-list', attempts: 1, seconds: 600 })
  await countAttempt(app.db, app.context.now, running(caller.id))
  expect((await order(client, {}, caller.token)).status).toBe(429)
  await forgetAttempts(app.db, running(caller.id))
  const hour = limitPerCaller(secret, { name: 'client-lists', attempts: 10, seconds: 3600 })
  for (let count = 0; count < 10; count++) await countAttempt(app.db, app.context.now, hour(caller.id))
  expect((await order(client, {}, caller.token)).status).toBe(200)
  await sql`
    INSERT INTO notes (client_id, text, author_email, created_at)
    SELECT ${client}, 'Note', 'chief@example.org', now() FROM generate_series(1, 2001)`.execute(app.db)
  expect(await order(client, {}, caller.token)).toMatchObject({
    status: 429,
    body: { message: 'You can download large lists only 10 times an hour. Please try again later.' },
  })
})

test('checks what is asked: who gets it and why, a period in order, an existing client [T710]', async () => {
  const client = await addClient()
  const fieldsOf = async (change: object) => (await order(client, change)).body.fields
  expect(await fieldsOf({ recipient: ' ', purpose: 'x'.repeat(201) })).toEqual({
    recipient: 'Enter the recipient',
    purpose: 'Purpose can have at most 200 characters',
  })
  expect(await fieldsOf({ from: '2026-02-30' })).toEqual({ from: 'Enter a valid date, 1900 or later' })
  expect(await fieldsOf({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
    to: 'The end date can’t be before the start date',
  })
  expect((await order('5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30')).status).toBe(404)
  await app.send(clientEndpoints.remove, { token: chief.token, params: { id: client } })
  expect((await order(client)).status).toBe(404)
})

test('while a record is drawn no transaction is open, and its files have no names that another instance could remove [T711]', async () => {
  const client = await addClient()
  const drawing = once(process, 'worker')
  const packet = downloadOf(client, {})
  const [worker] = await drawing
  const { rows } = await sql`
    SELECT query FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(app.db)
  expect(rows).toEqual([])
  expect(readdirSync(packetFolder)).toEqual([])
  // It was still drawing.
  await once(worker, 'exit')
  await packet
})

test('the cover says under which other records the client was kept, and until when [T1496]', async () => {
  const [client, other] = [await addClient(), await addClient({ firstName: 'Hodi' })]
  const body = { other, version: 1, otherVersion: 1, values: { firstName: 'this' } } as const
  await app.send(clientMergeEndpoints.merge, { token: chief.token, params: { id: client }, body })
  const { json, text } = await packetOf(client)
  expect(json.client.alsoKeptAs).toEqual([
    { id: other, name: 'Hodi Warsame', dateOfBirth: hodan.dateOfBirth, until: app.context.now.toISOString() },
  ])
  expect(text).toMatch(/Also kept as\W*Hodi Warsame\W*, born February 29, 1988, until June 15, 2026/)
})
