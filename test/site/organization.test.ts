import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OperatorError } from '#server/operator-error.ts'
import { readOrganization } from '#server/organization/read-organization.ts'

let folder: string
let file: string
let sample: Record<string, unknown>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'organization-'))
  file = join(folder, 'organization.json')
  sample = JSON.parse(await readFile('organization/organization.json', 'utf8'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function failure(written: string | Buffer | object): Promise<string[]> {
  const asItIs = typeof written === 'string' || Buffer.isBuffer(written)
  await writeFile(file, asItIs ? written : JSON.stringify(written))
  const cause = await readOrganization(file, 'organization.json').catch((thrown) => thrown)
  expect(cause).toBeInstanceOf(OperatorError)
  return cause.message.split('\n')
}

test('the included organization data are valid, with the default name [T242]', async () => {
  const organization = await readOrganization('organization/organization.json')
  expect(organization.name).toBe('Stable Housing Relocation')
  for (const { number } of organization.phones) expect(number).toMatch(/555-01\d\d$/)
})

test('the included links are the specified ones [T64]', async () => {
  const { links } = await readOrganization('organization/organization.json')
  expect(links.admin.map(({ title }) => title)).toEqual([
    'Hennepin County Supplier Portal',
    'pdfFiller',
    'MN–ITS',
    'Availity Essentials',
    'Minnesota Department of Human Services',
    'MinnesotaHelp.info',
    'HousingLink',
    'MNbenefits',
    'Employment and Economic Development (DEED)',
    'Minnesota Department of Education',
    'DHS-7122 Professional Statement of Need (PSN)',
    'DHS-7307 Housing Focused Person-Centered Plan (HFPCP)',
    'HSS Eligibility Request DHS-7948',
    'NETStudy 2.0',
    'TrainLink',
    'Vulnerable adult mandated reporter training',
  ])
  expect(links.resources).toHaveLength(8)
})

test('the time zone defaults to America/Chicago [T303]', async () => {
  const { timeZone: _, ...rest } = sample
  await writeFile(file, JSON.stringify(rest))
  expect((await readOrganization(file)).timeZone).toBe('America/Chicago')
})

test('each mistake is a sentence with file and field', async () => {
  const { mission: _, ...rest } = sample
  expect(
    await failure({
      ...rest,
      name: ' ',
      phones: [{ label: 'Office', number: '612 555 0142' }],
      emails: { contact: 'nobody', support: 'a@b.example' },
      timeZone: 'Middle/Earth',
      vision: 7,
      color: 'red',
    }),
  ).toEqual(
    expect.arrayContaining([
      'organization.json: The field name must not be empty.',
      'organization.json: The field phones[1].number must be a phone number written like (612) 555-0142.',
      'organization.json: The field emails.contact must be an email address.',
      'organization.json: The field timeZone must be a time zone such as America/Chicago.',
      'organization.json: The field mission is missing.',
      'organization.json: The field vision must be text in quotes.',
      'organization.json: The field color is not known; is it misspelled?',
    ]),
  )
})

test('names what is missing of an interpreter and of complaints that are half filled in [T602]', async () => {
  const interpreter = { number: '(612) 555-0144' }
  const complaints = {
    to: 'Director',
    number: '(612) 555-0145',
    email: 'a@b.example',
    outside: [{ name: 'X' }],
  }
  expect(await failure({ ...sample, interpreter, complaints })).toEqual([
    'organization.json: The field interpreter.hours is missing.',
    'organization.json: The field interpreter.relay is missing.',
    'organization.json: The field complaints.answeredWithin is missing.',
    'organization.json: The field complaints.outside[1] must have a number or a link.',
  ])
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//example.org', 'example.org'])(
  'rejects the link %s [T425]',
  async (website) => {
    expect(await failure({ ...sample, website })).toEqual([
      'organization.json: The field website must be an address that begins with https:// or http://.',
    ])
  },
)

test.each([
  [
    'http://localhost:3000',
    'a website that visitors can reach, such as https://www.example.org, not localhost:3000',
  ],
  ['https://10.0.0.1/', 'a website that visitors can reach, such as https://www.example.org, not 10.0.0.1'],
  ['https://intranet', 'a website that visitors can reach, such as https://www.example.org, not intranet'],
  ['https://www.exa mple.org', 'a complete address without spaces, such as https://www.example.org'],
])('rejects the link %s, which must be %s', async (website, rule) => {
  expect(await failure({ ...sample, website })).toEqual([
    `organization.json: The field website must be ${rule}.`,
  ])
})

test('rejects a link with a password', async () => {
  const [sentence] = await failure({ ...sample, website: 'https://user:pw@www.example.org/' })
  expect(sentence).toContain('must not contain a user name or password')
})

describe('a name', () => {
  test('without a visible letter is rejected', async () => {
    const [sentence] = await failure({ ...sample, name: '\ufeff\u200d\u200b' })
    expect(sentence).toContain('The field name must have a visible character.')
  })

  test.each(['\u202eHomes', 'Ho\u0007mes', 'Ho\nmes'])(
    'with an invisible character that changes the line is rejected: %j',
    async (name) => {
      expect(await failure({ ...sample, name })).toEqual([
        'organization.json: The field name must be one line without control characters or characters that change the writing direction.',
      ])
    },
  )

  test('is normalized to composed accents, as fonts hold them', async () => {
    await writeFile(file, JSON.stringify({ ...sample, name: 'Thông Cảm'.normalize('NFD') }))
    expect((await readOrganization(file)).name).toBe('Thông Cảm'.normalize('NFC'))
  })
})

describe('a file that is no JSON is refused', () => {
  const rules =
    'Put names and texts in straight double quotes ("), a comma between two entries and none after the last, and no comments.'

  test.each([
    [
      'a comma before a brace',
      '{\n  "name": "X",\n}',
      'Expected double-quoted property name in JSON (line 3 column 1)',
    ],
    ['curly quotes', '{ “name”: "X" }', "Expected property name or '}' in JSON (line 1 column 3)"],
    ['an empty file', '', 'Unexpected end of JSON input'],
  ])('for %s, with the place and reason of Node.js', async (_, written, reason) => {
    expect(await failure(written)).toEqual([`organization.json is not valid JSON: ${reason}. ${rules}`])
  })
})

describe('a file that is not UTF-8', () => {
  const advice = 'In your editor choose “Save as” and the encoding UTF-8.'

  test('but UTF-16 or Latin-1 is rejected', async () => {
    const text = JSON.stringify({ ...sample, name: 'Foyer Éloïse' })
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const bytes of [utf16, Buffer.from(utf16).swap16(), Buffer.from(text, 'latin1')])
      expect(await failure(bytes)).toEqual([
        `organization.json is not saved as UTF-8: look at the letters with accents in line 1. ${advice}`,
      ])
  })

  test('is accepted with a byte order mark', async () => {
    await writeFile(file, `\ufeff${JSON.stringify({ ...sample, name: 'Foyer Éloïse' })}`)
    expect((await readOrganization(file)).name).toBe('Foyer Éloïse')
  })
})
