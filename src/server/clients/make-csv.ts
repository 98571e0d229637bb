import Papa from 'papaparse'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client, ClientInput } from '#contract/clients/schema.ts'
import { statusLabels } from '#contract/clients/statuses.ts'
import { csvFormula } from '#contract/csv.ts'

const fields = Object.keys(clientFields) as (keyof ClientInput)[]

/**
 * A CSV file of all pages (docs/product.md 31), with the headings and values that the import reads
 * (`clients/import/columns.ts`). `beforeEnd` is awaited before its last bytes.
 */
export async function* csvFile(pages: AsyncIterable<Client[]>, beforeEnd?: () => Promise<void>) {
  yield `\uFEFF${lines([fields.map((field) => clientFields[field].label)])}`
  for await (const clients of pages) yield `\r\n${lines(clients.map(cellsOf))}`
  await beforeEnd?.()
  yield '\r\n'
}

function cellsOf(client: Client): string[] {
  const status = client.status === null ? '' : statusLabels[client.status]
  return fields.map((field) => (field === 'status' ? status : client[field]))
}

/** Without a line break at the end. */
const lines = (rows: string[][]) =>
  Papa.unparse(rows, { quotes: true, newline: '\r\n', escapeFormulae: csvFormula })
