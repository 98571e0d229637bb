import { expect, test } from 'vitest'
import type { CheckedImport, ClientImport } from '#contract/clients/import-endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { draftKeys } from '#portal/drafts/drafts.ts'
import { chooseFiles } from '#test/support/choose-files.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { ImportScreen } from './import-screen.tsx'

const address = screenPath('admin', 'importClients')

const column = (heading: string, field: string | null, ...examples: string[]) =>
  ({ heading, field, likely: null, examples }) as CheckedImport['columns'][number]

const fine: CheckedImport = {
  columns: [
    column('Client', 'name', 'Yang, Bao'),
    column('Phone', 'phone', '6125550142'),
    column('Mobile', null),
  ],
  ...{ missing: [], headingsRow: 1, rows: 212, toImport: 212, skipped: 0, duplicates: 0, wrongRows: 0 },
  ...{ wrong: [], warnings: [], unknownValues: [], office: { phone: 0, email: 0 } },
}

const made: ClientImport = {
  ...{ id: 'i1', at: '2026-03-05T15:00:00Z', by: 'ruth@example.org', byName: 'Ruth Okafor' },
  ...{ clients: 212, untouched: 212, undoneAt: null },
}

interface Sent {
  dryRun: boolean
  file: string
  encoding?: string
  columns: object
  values: object
  office: string[]
  duplicates: string
}

/** The screen; each call is answered by the next of these. */
async function open(
  answers: (Partial<CheckedImport> | Response | Promise<Response>)[],
  { imports = [], kept }: { imports?: ClientImport[]; kept?: string } = {},
) {
  const draft = { id: 'd1', key: 'import', version: null, revision: 1, changedAt: '2026-03-05T15:12:00Z' }
  const sent: Sent[] = []
  const { screen, queries, requests } = await openPortal({
    screens: { [address]: <ImportScreen /> },
    address,
    role: 'super-admin',
    answers: {
      'GET /drafts': () => Response.json(kept ? [{ ...draft, about: null }] : []),
      'GET /drafts/import': () => Response.json({ ...draft, values: { choices: kept } }),
      'GET /clients/imports': () => Response.json(imports),
      'GET /workers': () => Response.json([{ id: 'e2', name: 'Amina Yusuf', email: 'amina@example.org' }]),
      'POST /clients/import': (body) => {
        sent.push(body as Sent)
        const answer = answers.shift() ?? {}
        return answer instanceof Response || answer instanceof Promise
          ? answer
          : Response.json({ ...fine, ...answer })
      },
      'DELETE /clients/imports/i1': () =>
        Response.json(
          {
            ...{
              code: 'import-in-use',
              message: 'Some of these clients have been changed since the import.',
            },
            inUse: { count: 21, clients: [{ id: 'c1', firstName: 'Hodan', lastName: 'Warsame' }] },
          },
          { status: 409 },
        ),
    },
  })
  const choose = async (content = 'Client,Phone\n', name = 'clients.csv') => {
    const input = screen.getByLabelText('CSV file')
    await expect.element(input).toBeEnabled()
    chooseFiles(input.element(), [new File([content], name, { type: 'text/csv' })])
  }
  const again = screen.getByRole('button', { name: 'Check again' })
  return { screen, queries, requests, sent, choose, again }
}

const refused = (fields: Record<string, string>) =>
  Response.json({ code: 'invalid-input', message: Object.values(fields)[0], fields }, { status: 400 })

test('answers and columns are sent with each check, and stay for another file [T1440]', async () => {
  const unknown: Partial<CheckedImport> = {
    ...{ toImport: 200, duplicates: 2, office: { phone: 3, email: 0 } },
    unknownValues: [
      { field: 'dateOfBirth', text: '84', rows: 2 },
      { field: 'dateOfBirth', text: '05', rows: 1 },
      { field: 'status', text: 'Closed', rows: 4 },
      { field: 'service', text: '', rows: 5 },
      { field: 'assignedTo', text: 'A. Yusuf', rows: 1 },
    ],
  }
  const { screen, sent, choose, again } = await open([unknown, fine, fine])
  await choose()
  await screen.getByLabelText('Years 27 to 99').selectOptions('1927 to 1999')
  await screen.getByLabelText('Years 00 to 26').selectOptions('1900 to 1926')
  await screen.getByLabelText('“Closed”').selectOptions('Discharged')
  await screen.getByLabelText('Empty cells').selectOptions('Consultant')
  await screen.getByLabelText('“A. Yusuf”').selectOptions('Amina Yusuf')
  await screen.getByLabelText('Enter our office’s phone number where there is none (3 rows)').click()
  await screen
    .getByLabelText('Rows with the name and birth date of a client or of an earlier row')
    .selectOptions('Leave them out')
  await screen.getByLabelText('What “Mobile” is').selectOptions('Before making contact')
  await again.click()
  const expected = {
    columns: { Mobile: 'alert' },
    values: {
      dateOfBirth: { 84: '1984', '05': '1905' },
      status: { Closed: 'discharged' },
      service: { '': 'Consultant' },
      assignedTo: { 'A. Yusuf': 'e2' },
    },
    office: ['phone'],
    duplicates: 'skip',
    dryRun: true,
  }
  await expect.element(screen.getByRole('button', { name: 'Import 212 clients' })).toBeVisible()
  expect(sent[1]).toMatchObject(expected)
  await expect.element(screen.getByLabelText('“Closed”')).toHaveValue('"discharged"')
  await choose('Client,Phone\nmore', 'corrected.csv')
  await expect.poll(() => sent.length).toBe(3)
  expect(sent[2]).toMatchObject(expected)
  await expect.element(screen.getByLabelText('Years 00 to 26')).toHaveValue('19')
})

test('answers that were kept are sent with the file, can be changed, and go with the import [T1670]', async () => {
  const values = { status: { Closed: 'discharged' }, dateOfBirth: { 84: '1984' } }
  const kept = JSON.stringify({ columns: { Mobile: 'alert' }, values, office: ['email'], duplicates: 'add' })
  const answers = [{}, {}, Response.json({ import: made }, { status: 201 }), {}]
  const { screen, sent, choose, again } = await open(answers, { kept })
  const restored = screen.getByText('Your earlier answers have been restored.')
  await expect.element(restored).toBeVisible()
  await expect.element(screen.getByText('Choose the file again to go on.')).toBeVisible()
  await choose()
  await expect.poll(() => sent[0]).toMatchObject(JSON.parse(kept))
  await expect.element(screen.getByLabelText('Years 27 to 99')).toHaveValue('19')
  await expect.element(screen.getByLabelText('What “Mobile” is')).toHaveValue('alert')
  await screen.getByLabelText('“Closed”').selectOptions('Inactive')
  await again.click()
  await expect.poll(() => sent[1]).toMatchObject({ values: { ...values, status: { Closed: 'inactive' } } })
  await screen.getByRole('button', { name: 'Import 212 clients' }).click()
  await expect.element(screen.getByText('Imported 212 clients.')).toBeVisible()
  await expect.element(restored).not.toBeInTheDocument()
  await choose()
  await expect.poll(() => sent[3]).toMatchObject({ columns: {}, values: {}, office: [], duplicates: 'stop' })
})

test('kept answers that are refused are named, and can be discarded [T1671]', async () => {
  const columns = { Phone: 'phone', Mobile: 'phone' }
  const sentence = 'Two columns are chosen for "phone".'
  const kept = JSON.stringify({ columns, values: {}, office: [], duplicates: 'stop' })
  const { screen, queries, sent, choose } = await open([refused({ columns: sentence }), fine], { kept })
  await choose()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await screen.getByRole('button', { name: 'Discard answers' }).click()
  await expect.element(screen.getByRole('button', { name: 'Import 212 clients' })).toBeVisible()
  expect(sent.map(({ columns }) => columns)).toEqual([columns, {}])
  expect(draftKeys(queries)).toEqual([])
})

test.each([
  'no JSON',
  'null',
  '{"columns":{},"values":{},"duplicates":"add"}',
  '{"columns":{},"values":{"status":5},"office":[]}',
])('kept answers that can’t be read, such as %s, are none', async (kept) => {
  const { screen, sent, choose } = await open([fine], { kept })
  await choose()
  await expect.poll(() => sent[0]?.values).toEqual({})
  expect(screen.getByText('Your earlier answers have been restored.').elements()).toEqual([])
})

test('what prevents the import is said, and wrong rows are named with row, cell and reason [T1441]', async () => {
  const wrong = [
    { row: 7, field: 'phone', value: '6.13E+09', reason: 'The spreadsheet has shortened this number' },
  ] as const
  const { screen, choose } = await open([
    {
      wrongRows: 1,
      wrong: [...wrong],
      toImport: 211,
      warnings: [{ row: 9, reason: 'Same PMI as client', client: 'c1' }],
    },
  ])
  await choose()
  const row = screen.getByRole('region', { name: 'Wrong rows: 1' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent('Row 7Phone6.13E+09The spreadsheet has shortened this number')
  await expect
    .element(screen.getByRole('region', { name: 'Import' }))
    .toMatchTextContent('Correct 1 row in the spreadsheet.')
  expect(screen.getByRole('button', { name: /^Import \d/ }).elements()).toEqual([])
  const link = screen.getByRole('region', { name: 'Please check' }).getByRole('link')
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('columns that are missing or look alike have to be chosen, and two for one field are told [T1442]', async () => {
  const both = fine.columns.map((column) =>
    column.heading === 'Client' ? column : { ...column, field: null, likely: 'phone' as const },
  )
  const { screen, choose, again, sent } = await open([
    { columns: both, missing: ['dateOfBirth'], toImport: 0 },
    fine,
  ])
  await choose()
  const columns = screen.getByRole('region', { name: 'Columns' })
  await expect.element(columns.getByText(/^Choose the columns for Date of Birth\./)).toBeVisible()
  await expect.poll(() => columns.getByText(/^This looks like Phone/).elements().length).toBe(2)
  await screen.getByLabelText('What “Phone” is').selectOptions('Phone')
  await expect.poll(() => columns.getByText(/^This looks like Phone/).elements().length).toBe(0)
  await screen.getByLabelText('What “Mobile” is').selectOptions('Phone')
  await expect.element(columns.getByText('“Phone” holds the same. Leave one of them out.')).toBeVisible()
  await screen.getByLabelText('What “Mobile” is').selectOptions('Leave out')
  await again.click()
  await expect.poll(() => sent[1]?.columns).toEqual({ Phone: 'phone', Mobile: null })
})

test('a column with the whole name stands in for those of first and last name [T1620]', async () => {
  const unnamed = fine.columns.map((one) => (one.heading === 'Client' ? { ...one, field: null } : one))
  const { screen, choose } = await open([
    { columns: unnamed, missing: ['firstName', 'lastName'], toImport: 0 },
  ])
  await choose()
  const columns = screen.getByRole('region', { name: 'Columns' })
  await expect
    .element(columns)
    .toMatchTextContent('the columns for First Name and Last Name. For a column with both, choose “Name”.')
  await screen.getByLabelText('What “Client” is').selectOptions('Name')
  await expect.poll(() => columns.getByText('Required columns are missing').elements()).toEqual([])
})

test('workers who are not here yet are added in a tab of its own, which loses no choice [T1621]', async () => {
  const { screen, choose } = await open([
    { unknownValues: [{ field: 'assignedTo', text: 'Ada Nur', rows: 54 }], toImport: 0 },
  ])
  await choose()
  const link = screen.getByRole('link', { name: 'Add the employee in a new tab' })
  await expect.element(link).toHaveAttribute('href', screenPath('admin', 'addEmployee'))
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('a file that can’t be read says why, loses no choice, and can have another encoding [T1443]', async () => {
  const { screen, choose, sent } = await open([
    fine,
    refused({ file: 'This is a workbook, not a CSV file.' }),
    refused({ encoding: 'The file is not written in UTF-8.' }),
    fine,
  ])
  await choose()
  await screen.getByLabelText('What “Mobile” is').selectOptions('Before making contact')
  await choose('PK', 'clients.xlsx')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('This is a workbook, not a CSV file.')
  expect(screen.getByRole('region', { name: 'Columns' }).elements()).toEqual([])
  await choose('x'.repeat(5 * 2 ** 20 + 1))
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The file is larger than 5 MB.')
  expect(sent).toHaveLength(2)
  await choose()
  await screen.getByLabelText('Encoding').selectOptions('Windows (Western European)')
  await expect.element(screen.getByRole('button', { name: 'Import 212 clients' })).toBeVisible()
  expect(sent[3]).toMatchObject({ encoding: 'windows-1252', columns: { Mobile: 'alert' } })
})

test('while it works it says so, and a second click imports nothing twice [T1444]', async () => {
  const late = Promise.withResolvers<Response>()
  const { screen, choose, sent } = await open([fine, late.promise], { imports: [made] })
  await choose()
  const button = screen.getByRole('button', { name: 'Import 212 clients' })
  await button.click()
  await expect.element(screen.getByText('Importing clients.csv…')).toBeVisible()
  ;(button.element() as HTMLElement).click()
  expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, false])
  late.resolve(Response.json({ import: made }, { status: 201 }))
  await expect.element(screen.getByText('Imported 212 clients.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible()
  await expect
    .element(screen.getByRole('table', { name: 'Earlier imports' }))
    .toMatchTextContent('Ruth Okafor')
})

test('rows that others made wrong meanwhile are read again, and a running import says to wait', async () => {
  const wrong = [{ row: 2, reason: 'Same name and date of birth as client', client: 'c1' }]
  const running = {
    code: 'import-running',
    message: 'Another import is running. Please wait a moment and try again.',
  }
  const { screen, choose } = await open([
    fine,
    Response.json(running, { status: 409 }),
    Response.json({ code: 'rows-refused', message: 'Some rows can’t be imported.', wrong }, { status: 422 }),
    { duplicates: 1, warnings: wrong },
  ])
  await choose()
  const button = screen.getByRole('button', { name: 'Import 212 clients' })
  await button.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(running.message)
  await button.click()
  await expect.element(screen.getByText('Decide about 1 row that may be a duplicate.')).toBeVisible()
})

test('an import that can’t be undone names the clients that were changed [T1445]', async () => {
  const { screen } = await open([], { imports: [made] })
  await screen.getByRole('button', { name: /^Undo the import of Mar 5/ }).click()
  const question = screen.getByRole('alertdialog', { name: 'Undo this import' })
  await expect.element(question).toMatchTextContent('This deletes the 212 clients added on Mar 5, 2026')
  await question.getByRole('button', { name: 'Undo import' }).click()
  await expect
    .element(question)
    .toMatchTextContent(
      '21 clients were changed; the first 1 of them:Hodan WarsameDelete these clients first to undo',
    )
  await expect.element(question.getByRole('alert')).toMatchTextContent('The import could not be undone.')
})
