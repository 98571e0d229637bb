import { useState } from 'react'
import type { CheckedImport } from '#contract/clients/import-endpoints.ts'
import { type ImportFinding, importFieldLabels, mostFindings } from '#contract/clients/import-fields.ts'
import { screenPath } from '#contract/paths.ts'
import { csvLines } from '#portal/downloads/csv.ts'
import { saveFile } from '#portal/downloads/files.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'

/** Rows that are shown at first. */
const fewFindings = 50

const labelOf = ({ field }: ImportFinding) => (field ? importFieldLabels[field] : 'Whole row')

/** What has to be corrected in the file. */
export function WrongRows({ checked: { wrong, wrongRows } }: { checked: CheckedImport }) {
  if (wrong.length === 0) return null

  function save() {
    const rows = wrong.map((finding) => [
      String(finding.row),
      labelOf(finding),
      finding.value ?? '',
      finding.reason,
    ])
    const content = ['\uFEFF', csvLines([['Row', 'Column', 'Cell', 'Reason'], ...rows])]
    saveFile(new Blob(content, { type: 'text/csv;charset=utf-8' }), 'wrong-rows.csv')
  }

  return (
    <Card
      title={`Wrong rows: ${wrongRows.toLocaleString('en-US')}`}
      className="stack"
      actions={
        <Button small icon="download" onClick={save}>
          Download CSV
        </Button>
      }
    >
      <p>
        Correct these cells in the spreadsheet, save it as CSV and choose it again above. What you have chosen
        here stays.
        {wrong.length === mostFindings && ` These are the first ${mostFindings}.`}
      </p>
      <Findings caption="Wrong rows" findings={wrong} />
    </Card>
  )
}

/** What does not prevent the import. */
export function ToCheck({ checked: { warnings } }: { checked: CheckedImport }) {
  if (warnings.length === 0) return null
  return (
    <Card title="Please check" className="stack">
      <p>Nothing has to be corrected here, but look at these rows before you import them.</p>
      <Findings caption="Rows to check" findings={warnings} />
    </Card>
  )
}

function Findings({ caption, findings }: { caption: string; findings: readonly ImportFinding[] }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? findings : findings.slice(0, fewFindings)
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={shown.map((finding, index) => ({ ...finding, index }))}
        rowKey={({ index }) => index}
      />
      {shown.length < findings.length && (
        <Button onClick={() => setAll(true)}>Show all {findings.length.toLocaleString('en-US')}</Button>
      )}
    </>
  )
}

const columns: Column<ImportFinding>[] = [
  {
    key: 'row',
    header: 'Row',
    rowHeader: true,
    oneLine: true,
    width: '5rem',
    cell: ({ row }) => `Row ${row}`,
  },
  { key: 'field', header: 'Column', inCard: 'labeled', width: '10rem', cell: labelOf },
  {
    key: 'value',
    header: 'Cell',
    inCard: 'labeled',
    width: '14rem',
    cell: ({ value }) =>
      value ? (
        <span className="import-cell" dir="auto">
          {value}
        </span>
      ) : (
        <span className="soft">{value === '' ? 'Empty' : '–'}</span>
      ),
  },
  {
    key: 'reason',
    header: 'Reason',
    inCard: 'labeled',
    cell: ({ reason, client }) => (
      <>
        {reason}
        {client && (
          <>
            {' '}
            {/* In a tab of its own: this one has the file. */}
            <Anchor href={screenPath('admin', 'clientDetails', client)} target="_blank">
              Open the client in a new tab
            </Anchor>
          </>
        )}
      </>
    ),
  },
]
