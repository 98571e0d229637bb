import { filePath, usageError } from '#commands/command-line.ts'
import { say, tell } from '#commands/install.mjs'
import {
  duplicateChoices,
  type ImportField,
  type ImportFinding,
  importEncodings,
  importFields,
} from '#contract/clients/import-fields.ts'
import { calendarDayIn } from '#server/calendar.ts'
import {
  type ColumnChoices,
  type ColumnMap,
  columnNames,
  findField,
  mapColumns,
  nameOf,
  normalizeName,
  whatIsUnclear,
} from '#server/clients/import/columns.ts'
import { FileRefused, printable } from '#server/clients/import/file-refused.ts'
import { byRow, importClients } from '#server/clients/import/import-clients.ts'
import { readRows } from '#server/clients/import/read-rows.ts'
import { decode, readBytes, readTable, type Table } from '#server/clients/import/read-table.ts'
import { describeColumns, describeFindings, openReport, RowsRefused } from '#server/clients/import/report.ts'
import { importWorkers } from '#server/clients/import/store.ts'
import { counted } from '#server/counted.ts'
import type { Connection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Operation, organizationHere, readOne, withDatabase } from './operation.ts'
import { progressBars } from './progress-bar.ts'

const usage =
  'npm run ops -- import FILE.csv [--dry-run] [--map "Column=field" …] [--duplicates stop|skip|add] [--encoding NAME] [--report FILE]'

/** A terminal shows at most this many rows; files and pipes get all. */
const maxRowsOnTerminal = 200

const options = {
  'dry-run': { type: 'boolean', default: false },
  map: { type: 'string', multiple: true },
  duplicates: { type: 'string', default: 'stop' },
  encoding: { type: 'string', default: 'utf-8' },
  report: { type: 'string' },
} as const

export const importFromFile: Operation = {
  usage,
  explanation: [
    'Adds clients from a spreadsheet saved as CSV: all rows or none. Each wrong row is named with its reason.',
    '--dry-run      checks everything and changes nothing',
    '--map          names the field of a column; "Column=" leaves the column out. Fields:',
    `               ${importFields.map(nameOf).join(', ')}`,
    '--duplicates   for rows with the name and birth date of an existing client: stop (default), skip or add',
    `--encoding     ${importEncodings.join(', ')}; utf-8 if left out`,
    '--report       writes all reported rows, with the reasons, to a new CSV file; a terminal shows 200',
    'See docs/import.md.',
  ].join('\n'),
  async run(parameters) {
    const { one: file, values } = readOne('one file', parameters, usage, options)
    const duplicates = oneOf(duplicateChoices, values.duplicates, '--duplicates')
    const encoding = oneOf(importEncodings, values.encoding.toLowerCase(), '--encoding')
    const bytes = await readBytes(filePath(file))
    const { table, map } = withAdvice(() => {
      const table = readTable(decode(bytes, encoding), (cell) => findField(cell) !== undefined)
      const columns = mapColumns(table.header, choicesOf(values.map, columnNames(table.header)))
      say(describeColumns(table, columns))
      const unclear = whatIsUnclear(columns)
      if (unclear) throw new FileRefused('columns', unclear)
      return { table, map: columns.map }
    })
    const dryRun = values['dry-run']
    const bars = progressBars()
    await reportFindings(values.report, async () => {
      try {
        const today = calendarDayIn((await organizationHere()).timeZone)(new Date())
        return await withDatabase(({ db, trail }) =>
          importTable(
            db,
            { table, map, today },
            { trail, duplicates, dryRun, now: new Date(), onProgress: bars.show },
          ),
        )
      } finally {
        bars.end()
      }
    })
  },
}

/** Imports the rows, or refuses them, and says what was done. */
export async function importTable(
  db: Connection,
  { table, map, today }: { table: Table; map: ColumnMap; today: string },
  options: Parameters<typeof importClients>[2],
) {
  const workers = await importWorkers(db)
  const { clients, wrong } = readRows(table, map, { today, workers }, options.onProgress)
  if (wrong.length > 0) throw wrongRows(wrong, table.rows.length)
  const outcome = await importClients(db, clients, options)
  const stopping = options.duplicates === 'stop' ? outcome.duplicates : []
  if (outcome.wrong.length + stopping.length > 0) throw notImported(outcome.wrong, stopping)
  const skipped = clients.length - outcome.imported
  const added = counted(outcome.imported, 'client')
  const rest = skipped > 0 ? `, ${counted(skipped)} skipped` : ''
  const summary = options.dryRun
    ? `Dry run: ${added} would be imported${rest}. Nothing was changed.`
    : `Imported ${added}${rest}.`
  return { findings: [...outcome.duplicates, ...outcome.warnings].sort(byRow), summary }
}

/** What columns hold by `--map`, written 'Column=field', or 'Column=' to leave a column out. */
function choicesOf(choices: readonly string[] = [], names: readonly string[]): ColumnChoices {
  return new Map(
    choices.map((choice): [string, ImportField | null] => {
      const sign = choice.lastIndexOf('=')
      if (sign < 1)
        throw new OperatorError(`--map must be written "Column=field", not "${printable(choice)}".`)
      const [heading, word] = [choice.slice(0, sign), choice.slice(sign + 1).trim()]
      if (!names.some((name) => normalizeName(name) === normalizeName(heading))) {
        const all = names.map((name) => `"${printable(name)}"`).join(', ')
        throw new OperatorError(`--map names a column "${printable(heading)}"; the file has ${all}.`)
      }
      const field = findField(word)
      if (word === '' || field) return [heading, field ?? null]
      throw new OperatorError(
        `--map names a field "${printable(word)}"; the fields are ${importFields.map(nameOf).join(', ')}.`,
      )
    }),
  )
}

const advice = {
  file: '',
  encoding: ` --encoding takes ${importEncodings.join(', ')}.`,
  columns: ' For example: --map "Mobile=phone"',
}

/** Adds the option that helps to the sentence about a file. */
function withAdvice<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    throw new OperatorError(error.message + advice[error.place])
  }
}

function wrongRows(wrong: readonly ImportFinding[], rows: number): RowsRefused {
  const count = new Set(wrong.map(({ row }) => row)).size
  return new RowsRefused(
    wrong,
    `Nothing was imported. Wrong rows: ${count.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')}. ` +
      'Correct the file and import it again.',
  )
}

function notImported(wrong: readonly ImportFinding[], duplicates: readonly ImportFinding[]): RowsRefused {
  const reason =
    duplicates.length === 0
      ? `the worker of ${counted(wrong.length)} has just been deleted.`
      : `${counted(duplicates.length)} may be duplicates. ` +
        'Use --duplicates skip to leave such rows out, or --duplicates add to add them anyway.'
  return new RowsRefused([...wrong, ...duplicates].sort(byRow), `Nothing was imported: ${reason}`)
}

/** Prints the findings of the import, and writes them to the file of `--report`. */
async function reportFindings(
  file: string | undefined,
  work: () => ReturnType<typeof importTable>,
): Promise<void> {
  const report = file === undefined ? undefined : await openReport(filePath(file))
  const whereRest = file === undefined ? '--report FILE writes all.' : ''
  const describe = (findings: readonly ImportFinding[], { isTTY }: NodeJS.WriteStream) =>
    describeFindings(findings, { maxRows: isTTY ? maxRowsOnTerminal : Number.POSITIVE_INFINITY, whereRest })
  let found: readonly ImportFinding[] = []
  try {
    const { findings, summary } = await work()
    found = findings
    for (const sentence of [...describe(findings, process.stdout), summary]) say(sentence)
  } catch (error) {
    if (error instanceof RowsRefused) {
      found = error.findings
      tell(describe(found, process.stderr).join('\n'))
    }
    throw error
  } finally {
    await report?.end(found)
    // On standard error, as the rows of a refused import are.
    if (report && found.length > 0) tell(`All reported rows are in ${file}.`)
  }
}

function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  word: string,
  option: string,
): Choice {
  const choice = choices.find((candidate) => candidate === word)
  if (!choice) throw usageError(`${option} takes ${choices.join(' or ')}, not "${word}".`, usage)
  return choice
}
