import { filePath, usageError } from '#commands/command-line.ts'
import { say, tell } from '#commands/install.mjs'
import { calendarDayIn } from '#server/calendar.ts'
import {
  assertRequiredColumns,
  describeMap,
  importFields,
  mapColumns,
} from '#server/clients/import/columns.ts'
import { duplicateChoices, importClients } from '#server/clients/import/import-clients.ts'
import { readRows } from '#server/clients/import/read-rows.ts'
import { decode, encodings, readBytes, readTable } from '#server/clients/import/read-table.ts'
import { describeFindings, type Finding, openReport, RowsRefused } from '#server/clients/import/report.ts'
import { workersByEmail } from '#server/clients/import/store.ts'
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
    `               ${importFields.join(', ')}`,
    '--duplicates   for rows with the name and birth date of an existing client: stop (default), skip or add',
    `--encoding     ${encodings.join(' (default) or ')}`,
    '--report       writes all reported rows, with the reasons, to a new CSV file; a terminal shows 200',
    'See docs/import.md.',
  ].join('\n'),
  async run(parameters) {
    const { one: file, values } = readOne('one file', parameters, usage, options)
    const duplicates = oneOf(duplicateChoices, values.duplicates, '--duplicates')
    const encoding = oneOf(encodings, values.encoding.toLowerCase(), '--encoding')
    const table = readTable(decode(await readBytes(filePath(file)), encoding))
    const map = mapColumns(table.header, values.map)
    say(describeMap(table, map))
    assertRequiredColumns(map, table)
    const dryRun = values['dry-run']
    const bars = progressBars()
    await reportFindings(values.report, async () => {
      try {
        const today = calendarDayIn((await organizationHere()).timeZone)(new Date())
        return await withDatabase(async ({ db, trail }) => {
          const rows = readRows(table, map, { today, workers: await workersByEmail(db) }, bars.show)
          const now = new Date()
          return await importClients(db, rows, { trail, duplicates, dryRun, now, onProgress: bars.show })
        })
      } finally {
        bars.end()
      }
    })
  },
}

/** Prints the findings of the import, and writes them to the file of `--report`. */
async function reportFindings(
  file: string | undefined,
  work: () => ReturnType<typeof importClients>,
): Promise<void> {
  const report = file === undefined ? undefined : await openReport(filePath(file))
  const whereRest = file === undefined ? '--report FILE writes all.' : `All are in ${file}.`
  const describe = (findings: Finding[], { isTTY }: NodeJS.WriteStream) =>
    describeFindings(findings, { maxRows: isTTY ? maxRowsOnTerminal : Number.POSITIVE_INFINITY, whereRest })
  let found: Finding[] = []
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
