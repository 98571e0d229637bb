import type { ReactNode } from 'react'
import { tableRoles as roles } from '#ui/table-roles.ts'

type TableProps = { label: string; columns: readonly string[]; children: ReactNode }

/** A table that needs no script, compact enough for half a page. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div className="api-table">
      <table aria-label={label} {...roles.table}>
        <thead {...roles.group}>
          <tr {...roles.row}>
            {columns.map((column) => (
              <th key={column} scope="col" {...roles.columnHeader}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group}>{children}</tbody>
      </table>
    </div>
  )
}

/** `head` names the row. */
export function TableRow({ id, head, children }: { id?: string; head: ReactNode; children: ReactNode }) {
  return (
    <tr id={id} {...roles.row}>
      <th scope="row" {...roles.rowHeader}>
        {head}
      </th>
      {children}
    </tr>
  )
}

export function Cell({ children }: { children?: ReactNode }) {
  return <td {...roles.cell}>{children}</td>
}
