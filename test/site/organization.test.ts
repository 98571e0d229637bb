import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrganization } from '#server/pages/read-organization.ts'
import { StartFailure } from '#server/start-failure.ts'

let folder: string
let file: string
let sample: Record<string, unknown>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'organization-'))
  file = join(folder, 'organization.json')
  sample = JSON.parse(await readFile('organization/organization.json', 'utf8'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function failure(written: string | object): Promise<string[]> {
  await writeFile(file, typeof written === 'string' ? written : JSON.stringify(written))
  const cause = await readOrganization(file, 'organization.json').catch((thrown) => thrown)
  expect(cause).toBeInstanceOf(StartFailure)
  return cause.message.split('\n')
}

test('the organisation that comes with the project is valid and has its default name', async () => {
  const organization = await readOrganization('organization/organization.json')
  expect(organization.name).toBe('Stable Housing Relocation')
  for (const { number } of organization.phones) expect(number).toMatch(/555-01\d\d$/)
})

test('the time zone is Chicago’s unless the operator says otherwise', async () => {
  const { timeZone: _, ...rest } = sample
  await writeFile(file, JSON.stringify(rest))
  expect((await readOrganization(file)).timeZone).toBe('America/Chicago')
})

test('every mistake is a sentence with the file and the field', async () => {
  const { mission: _, ...rest } = sample
  expect(
    await failure({
      ...rest,
      name: ' ',
      phones: [{ label: 'Office', number: '612 555 0142' }],
      emails: { contact: 'nobody', support: 'a@b.example' },
      timeZone: 'Middle/Earth',
      vision: 7,
      colour: 'red',
    }),
  ).toEqual(
    expect.arrayContaining([
      'organization.json: The field name must not be empty.',
      'organization.json: The field phones[1].number must be a phone number written like (612) 555-0142.',
      'organization.json: The field emails.contact must be an e-mail address.',
      'organization.json: The field timeZone must be a time zone such as America/Chicago.',
      'organization.json: The field mission is missing.',
      'organization.json: The field vision must be a text in quotes.',
      'organization.json: The field colour is not known; is it misspelt?',
    ]),
  )
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', '//example.org', 'example.org'])(
  'the link %s is refused',
  async (website) => {
    expect(await failure({ ...sample, website })).toEqual([
      'organization.json: The field website must be an address that begins with https:// or http://.',
    ])
  },
)

test('a link over https is taken', async () => {
  await writeFile(file, JSON.stringify({ ...sample, website: 'https://www.example.org/about?x=1' }))
  expect((await readOrganization(file)).website).toBe('https://www.example.org/about?x=1')
})

test('a file that is no JSON is refused with the line to look at', async () => {
  expect(await failure('{\n  "name": "X",\n  oops\n}')).toEqual([
    'organization.json is not valid JSON: look at line 3.',
  ])
  expect(await failure('')).toEqual(['organization.json is not valid JSON: it ends too early or is empty.'])
  expect(await failure('null')).toEqual([
    'organization.json: The field (the whole file) must be a group of fields.',
  ])
})

test('a missing file is named', async () => {
  const missing = readOrganization(join(folder, 'none.json'), 'none.json')
  await expect(missing).rejects.toThrow('none.json is missing.')
})
