import type { CheckedImport, ImportChoices } from '#contract/clients/import-endpoints.ts'
import {
  type ImportField,
  importFieldLabels,
  importFields,
  standIns,
} from '#contract/clients/import-fields.ts'
import { Banner } from '#ui/banner.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { SelectField } from '#ui/select-field.tsx'

type FileColumn = CheckedImport['columns'][number]

const options = [
  { value: '', label: 'Leave out' },
  ...importFields.map((field) => ({ value: field, label: importFieldLabels[field] })),
]

type ChooseColumnsProps = {
  checked: CheckedImport
  chosen: ImportChoices['columns']
  /** Why the columns were refused. */
  error: string | undefined
  onChoose: (heading: string, field: ImportField | null) => void
}

/** What each column of the file holds. */
export function ChooseColumns({ checked, chosen, error, onChoose }: ChooseColumnsProps) {
  const held = ({ heading, field }: FileColumn) =>
    (Object.hasOwn(chosen, heading) ? chosen[heading] : field) ?? null
  const problemOf = (column: FileColumn) => {
    const field = held(column)
    const others = checked.columns.filter((other) => other !== column)
    if (field) {
      const other = others.find((other) => held(other) === field)
      return other && `“${other.heading}” holds the same. Leave one of them out.`
    }
    const { likely } = column
    const isOpen =
      likely && !Object.hasOwn(chosen, column.heading) && !others.some((other) => held(other) === likely)
    return isOpen
      ? `This looks like ${importFieldLabels[likely]}, and so does another column. Choose one of them.`
      : undefined
  }
  const chosenFields = new Set(checked.columns.map(held))
  const missing = checked.missing.filter(
    (field) => !chosenFields.has(field) && !chosenFields.has(standIns[field] ?? field),
  )
  const columns: Column<FileColumn>[] = [
    {
      key: 'heading',
      header: 'Column',
      rowHeader: true,
      width: '14rem',
      cell: ({ heading }) => <bdi>{heading}</bdi>,
    },
    {
      key: 'examples',
      header: 'Examples',
      inCard: 'labeled',
      cell: ({ examples }) =>
        examples.length === 0 ? (
          <span className="soft">Empty</span>
        ) : (
          <ul className="import-examples">
            {examples.map((example) => (
              <li key={example} dir="auto">
                {example}
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'field',
      header: 'What it is',
      width: '16rem',
      cell: (column) => (
        <SelectField
          label={`What “${column.heading}” is`}
          hideLabel
          options={options}
          value={held(column) ?? ''}
          error={problemOf(column)}
          onChange={({ currentTarget: { value } }) =>
            onChoose(column.heading, (value || null) as ImportField | null)
          }
        />
      ),
    },
  ]
  return (
    <Card title="Columns" className="stack">
      <p>
        Check that each column holds what it says. What is left out is not imported.
        {checked.headingsRow > 1 &&
          ` The headings are in row ${checked.headingsRow}; the rows above are left out.`}
      </p>
      {error && <Banner tone="danger">{error}</Banner>}
      {missing.length > 0 && (
        <Banner tone="warning" announce="none" title="Required columns are missing">
          Choose the columns for {listed(missing.map((field) => importFieldLabels[field]))}.{' '}
          {missing.includes('firstName') &&
            missing.includes('lastName') &&
            'For a column with both, choose “Name”. '}
          What the file lacks has to be added in the spreadsheet.
        </Banner>
      )}
      <DataTable
        caption="Columns of the file"
        columns={columns}
        rows={checked.columns}
        rowKey={({ heading }) => heading}
      />
    </Card>
  )
}

const listed = (words: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(words)
