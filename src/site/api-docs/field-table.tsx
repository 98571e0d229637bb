import { Prose } from './prose.tsx'
import type { Field } from './schema-words.ts'
import { Cell, Table, TableRow } from './table.tsx'
import { apiDocsWording } from './wording.en.ts'

const { columns, required, optional, mayBeMissing } = apiDocsWording

type Row = Field & { place?: string }

type FieldTableProps = {
  label: string
  rows: readonly Row[]
  /** Fields of a reply, which are there unless it is said that they may be missing. */
  answered?: boolean
}

export function FieldTable({ label, rows, answered = false }: FieldTableProps) {
  const hasPlace = rows.some(({ place }) => place !== undefined)
  const { name, place, type, meaning } = columns
  return (
    <Table label={label} columns={hasPlace ? [name, place, type, meaning] : [name, type, meaning]}>
      {rows.map((row) => (
        <TableRow key={row.name} head={<Name row={row} answered={answered} />}>
          {hasPlace && <Cell>{row.place}</Cell>}
          <Cell>
            <span className="api-type">{row.type}</span>
            {row.limits && <span className="api-limits"> {row.limits}</span>}
          </Cell>
          <Cell>
            {row.meaning && <Prose text={row.meaning} />}
            <Values values={row.values} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

function Name({ row, answered }: { row: Row; answered: boolean }) {
  const need = answered ? !row.required && mayBeMissing : row.required ? required : optional
  return (
    <>
      <code>{row.name}</code>{' '}
      {need && <span className={row.required ? 'api-required' : 'api-optional'}>{need}</span>}
    </>
  )
}

function Values({ values }: Pick<Row, 'values'>) {
  if (values.length === 0) return null
  return (
    <ul className="api-values">
      {values.map((value) => (
        <li key={`${value}`}>
          <code>{`${value}`}</code>
        </li>
      ))}
    </ul>
  )
}
