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

test('the organization that comes with the project is valid and has its default name', async () => {
  const organization = await readOrganization('organization/organization.json')
  expect(organization.name).toBe('Stable Housing Relocation')
  for (const { number } of organization.phones) expect(number).toMatch(/555-01\d\d$/)
})

test('the links that come with the project are the specified ones', async () => {
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
      color: 'red',
    }),
  ).toEqual(
    expect.arrayContaining([
      'organization.json: The field name must not be empty.',
      'organization.json: The field phones[1].number must be a phone number written like (612) 555-0142.',
      'organization.json: The field emails.contact must be an email address.',
      'organization.json: The field timeZone must be a time zone such as America/Chicago.',
      'organization.json: The field mission is missing.',
      'organization.json: The field vision must be a text in quotes.',
      'organization.json: The field color is not known; is it misspelt?',
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

test.each([
  ['http://localhost:3000', 'localhost:3000'],
  ['https://10.0.0.1/', '10.0.0.1'],
  ['https://[::1]/', '[::1]'],
  ['https://intranet', 'intranet'],
])('the link %s is refused because visitors cannot reach it', async (website, host) => {
  expect(await failure({ ...sample, website })).toEqual([
    `organization.json: The field website must be a website that visitors can reach, such as https://www.example.org; ${host} is none.`,
  ])
})

test('a link that would publish a password is refused for that', async () => {
  for (const website of ['https://user:pw@www.example.org/', 'https://user@www.example.org/'])
    expect(await failure({ ...sample, website })).toEqual([
      'organization.json: The field website must not hold a user name or password: the page would publish it.',
    ])
})

test('a link with a blank in it is told so', async () => {
  for (const website of ['https://www.exa mple.org', 'https://'])
    expect(await failure({ ...sample, website })).toEqual([
      'organization.json: The field website must be a whole address without blanks, such as https://www.example.org.',
    ])
})

describe('a name', () => {
  test.each(['\u200b', '\u0301', '\ufeff\u200d'])(
    'in which nothing can be seen is refused: %j',
    async (name) => {
      expect(await failure({ ...sample, name })).toHaveLength(1)
      expect((await failure({ ...sample, name: `${name}\u200b` })).join()).toContain(
        'The field name must hold a letter that one can see.',
      )
    },
  )

  test.each(['\u202eHomes', 'Ho\u2066mes', 'Ho\u200fmes', 'Ho\u0007mes', 'Ho\nmes', 'Ho\u2028mes'])(
    'with a sign that no one sees and that changes the line is refused: %j',
    async (name) => {
      expect(await failure({ ...sample, name })).toEqual([
        'organization.json: The field name must be one line without control characters or signs that turn its direction.',
      ])
    },
  )

  test('is kept with its accents as one sign each, as fonts hold them', async () => {
    await writeFile(file, JSON.stringify({ ...sample, name: 'Thông Cảm'.normalize('NFD') }))
    expect((await readOrganization(file)).name).toBe('Thông Cảm'.normalize('NFC'))
  })
})

describe('a file that is no JSON is refused', () => {
  const rules =
    'Names and texts stand between straight double quotes ("), a comma stands between two entries and none after the last, and there are no comments.'

  test.each([
    [
      'a comma before a bracket',
      '{\n  "address": [\n    "A",\n    "B",\n  ],\n  "fax": "x"\n}',
      5,
      "Unexpected token ']'",
    ],
    ['a comma before a brace', '{\n  "name": "X",\n}', 3, 'Expected double-quoted property name'],
    ['curly quotes around a text', '{\n  "name":\n  “X”\n}', 3, "Unexpected token '“'"],
    ['curly quotes around a name', '{\n  “name”: "X"\n}', 2, "Expected property name or '}'"],
    ['a name without quotes', '{\n  "name": "X",\n  oops\n}', 3, 'Expected double-quoted property name'],
    ['a text without quotes', '{\n  "name": "X",\n  "fax": None\n}', 3, "Unexpected token 'N'"],
    ['a number with signs in it', '{\n  "fax": (612) 555-0142\n}', 2, "Unexpected token '('"],
    [
      'a quote within a text',
      '{\n  "name": "The "good" home"\n}',
      2,
      "Expected ',' or '}' after property value",
    ],
    [
      'a comma that is missing',
      '{\n  "name": "X"\n  "fax": "x"\n}',
      3,
      "Expected ',' or '}' after property value",
    ],
    ['single quotes', "{\n  'name': 1\n}", 2, "Expected property name or '}'"],
    ['a comment', '{\n  // our name\n  "name": "X"\n}', 2, "Expected property name or '}'"],
    [
      'a quote that is never closed',
      '{\n  "name": "X,\n  "fax": "x"\n}',
      2,
      'Bad control character in string literal',
    ],
    ['something after the end', '{\n  "name": "X"\n}\n}', 4, 'Unexpected non-whitespace character'],
  ])('for %s, with the line to look at and what Node.js says', async (_, written, line, reason) => {
    expect(await failure(written)).toEqual([
      `organization.json is not valid JSON in line ${line} or just before it: ${reason}. ${rules}`,
    ])
  })

  test.each(['', ' \n', '{\n  "name": "X",', '{\n  "name": "X"\n', '{\n  "name": "X', '{ "a": [1, 2'])(
    'as too early only where it ends too early: %j',
    async (written) => {
      expect(await failure(written)).toEqual([
        'organization.json is not valid JSON: it ends too early or is empty.',
      ])
    },
  )

  test('where it is JSON, but no group of fields', async () => {
    expect(await failure('null')).toEqual([
      'organization.json: The field (the whole file) must be a group of fields.',
    ])
  })
})

describe('a file that is not UTF-8', () => {
  const advice = 'In your editor choose “Save as” and the encoding UTF-8.'

  test('but UTF-16 is refused, with a mark and without', async () => {
    const text = JSON.stringify(sample)
    for (const mark of ['\ufeff', '']) {
      const little = Buffer.from(mark + text, 'utf16le')
      for (const bytes of [little, Buffer.from(little).swap16()])
        expect(await failure(bytes)).toEqual([
          `organization.json is not saved as UTF-8: look at the letters with accents in line 1. ${advice}`,
        ])
    }
  })

  test('but of one byte a letter is refused instead of breaking names', async () => {
    const text = JSON.stringify({ ...sample, name: 'Foyer Éloïse' }, null, 2)
    expect(await failure(Buffer.from(text, 'latin1'))).toEqual([
      `organization.json is not saved as UTF-8: look at the letters with accents in line 2. ${advice}`,
    ])
  })

  test('is not one with a byte order mark before it', async () => {
    await writeFile(file, `\ufeff${JSON.stringify({ ...sample, name: 'Foyer Éloïse' })}`)
    expect((await readOrganization(file)).name).toBe('Foyer Éloïse')
  })
})

test('a missing file is named', async () => {
  const missing = readOrganization(join(folder, 'none.json'), 'none.json')
  await expect(missing).rejects.toThrow('none.json is missing.')
})
