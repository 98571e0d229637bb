import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join, resolve } from 'node:path'
import { readParameters, runOrExplain, usageError } from '#commands/command-line.ts'
import { root, say, tell } from '#commands/install.mjs'
import { runWithCleanup } from '#commands/temporary-folder.ts'
import { measureBrowser } from './browser.ts'
import { chooseCalls, expectSameAnswers } from './calls.ts'
import { type Cost, measure, quantile } from './measure.ts'
import { startOther, startProduct } from './product.ts'
import { makeTables } from './tables.ts'

/* `npm run bench` */

const usage = `npm run bench [-- --clients N[,N] --rounds N --seconds S --only NAME[,NAME] --growth --browser --write --product DIR]
    Measures the product beside a bare program and an Express program that give the same answers, and prints a table.
    Nothing passes or fails by time.
    --clients N[,…]  clients in the database, with ten notes each (10000,100000)
    --rounds N       rounds of each program, taken in turn (5)
    --seconds S      length of a round (1); fractions are fine
    --only NAME[,…]  only calls whose name contains one of these
    --growth         measures the product alone, with one caller, and the operator's commands, and shows how each call's
                     cost grows with the clients
    --browser        measures in Chromium what people wait for, and the server's start and memory at rest; Linux only
    --write          puts the table into docs/performance.md, too
    --product DIR    measures the product of another checkout`

const options = {
  clients: { type: 'string', default: '10000,100000' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  growth: { type: 'boolean', default: false },
  browser: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  product: { type: 'string', default: root },
  help: { type: 'boolean', default: false },
} as const

type Options = NonNullable<ReturnType<typeof readOptions>>

/** The checked options; undefined for --help. */
function readOptions(parameters: string[]) {
  const { values } = readParameters(parameters, { options }, usage)
  if (values.help) return undefined
  function within(name: 'clients' | 'rounds' | 'seconds', text: string, least: number, most: number): number {
    const value = Number(text)
    if (value >= least && value <= most && (name === 'seconds' || Number.isInteger(value))) return value
    throw usageError(`--${name} is a number from ${least} to ${most}.`, usage)
  }
  const product = resolve(values.product)
  if (!existsSync(join(product, 'package.json')))
    throw usageError(`--product: ${product} holds no package.json.`, usage)
  return {
    sizes: values.clients.split(',').map((text) => within('clients', text, 20, 1_000_000)),
    rounds: within('rounds', values.rounds, 1, 99),
    seconds: within('seconds', values.seconds, 0.05, 600),
    only: values.only.split(','),
    isGrowth: values.growth,
    isBrowser: values.browser,
    write: values.write,
    product,
  }
}

/** What a call costs the product, the bare and the Express program with so many clients. */
interface Measured {
  call: string
  clients: number
  costs: Cost[]
}

async function bench(settings: Options, cleanup: AsyncDisposableStack): Promise<void> {
  const measured: Measured[] = []
  if (settings.isBrowser) return await benchBrowser(settings, cleanup)
  for (const clients of settings.sizes) {
    await using resources = cleanup.use(new AsyncDisposableStack())
    await benchSize(settings, clients, measured, resources)
  }
  const table = settings.isGrowth ? growth(measured) : ratios(measured)
  publish(settings, settings.isGrowth ? 'growth' : 'ratios', table, `rounds of ${settings.seconds} s`)
}

/** What people wait for in the browser, on databases of those sizes. */
async function benchBrowser(settings: Options, cleanup: AsyncDisposableStack): Promise<void> {
  const table = [['', 'clients', 'median', '95 of 100 within']]
  for (const clients of settings.sizes) {
    await using resources = cleanup.use(new AsyncDisposableStack())
    const product = await startFilled(settings, clients, resources)
    for (const [name, values] of Object.entries(await measureBrowser(product, settings.rounds, resources)))
      table.push([name, formatCount(clients), ...[0.5, 0.95].map((part) => figure(quantile(values, part)))])
  }
  publish(settings, 'browser', table, 'starts')
}

function publish(settings: Options, section: string, table: string[][], unit: string): void {
  const product = settings.product === root ? '' : ` Product of ${settings.product}.`
  const results = `${machine()} ${settings.rounds} ${unit}.${product}\n\n${markdownTable(table)}`
  say(results)
  if (settings.write) writeResults(section, results)
}

async function startFilled({ product: folder }: Options, clients: number, cleanup: AsyncDisposableStack) {
  progress(`Starting ${folder} with ${formatCount(clients)} clients …`)
  const product = await startProduct(folder, clients, cleanup)
  // What PostgreSQL would otherwise do in the middle of some round.
  await product.superuser.query('VACUUM (ANALYZE)')
  await product.superuser.query('CHECKPOINT')
  return product
}

/** Measures all programs on a fresh database of that size. */
async function benchSize(
  settings: Options,
  clients: number,
  measured: Measured[],
  cleanup: AsyncDisposableStack,
): Promise<void> {
  const { only, isGrowth } = settings
  const product = await startFilled(settings, clients, cleanup)
  if (!isGrowth) {
    await makeTables(product.superuser)
    await product.superuser.query('VACUUM (ANALYZE)')
    await product.superuser.query('CHECKPOINT')
  }
  const others = isGrowth ? [] : ['bare.ts', 'express.ts']
  const programs = [product, ...(await Promise.all(others.map((file) => startOther(file, product, cleanup))))]
  const all = await chooseCalls(product, isGrowth ? 1 : 20)
  const calls = all.filter(({ name }) => only.some((part) => name.includes(part)))
  if (calls.length === 0) throw usageError(`No call's name contains "${only.join('" or "')}".`, usage)
  for (const call of calls) {
    progress(`${call.name}, ${call.callers} at once`)
    await product.keepSessions()
    for (const { origin } of programs.slice(1)) await expectSameAnswers(product.origin, origin, call)
    const costs = await measure(programs, call, settings, product)
    measured.push({ call: call.name, clients, costs })
    // A long run may be stopped before its table.
    progress(
      `${call.name}: ${costs.map(({ time, cpu }) => `${figure(time)} (${figure(cpu)} CPU)`).join(', ')} ms`,
    )
  }
  if (!isGrowth || only.join() !== '') return
  progress('The operator’s commands')
  for (const [call, time] of Object.entries(await product.timeCommands())) {
    measured.push({ call, clients, costs: [{ time, cpu: Number.NaN }] })
    progress(`${call}: ${figure(time)} ms`)
  }
}

const formatCount = (clients: number) => clients.toLocaleString('en-US')

/** A line for each call, with some columns for each number of clients. */
function tableOf(measured: Measured[], heads: string[], columns: (costs: Cost[]) => (number | undefined)[]) {
  const sizes = [...new Set(measured.map(({ clients }) => clients))]
  const names = [...new Set(measured.map(({ call }) => call))]
  return [
    ['call', ...sizes.flatMap((size) => heads.map((head) => `${head}, ${formatCount(size)}`))],
    ...names.map((name) => [
      name,
      ...sizes.flatMap((size) => {
        const found = measured.find(({ call, clients }) => call === name && clients === size)
        return columns(found?.costs ?? []).map(figure)
      }),
    ]),
  ]
}

const ratios = (measured: Measured[]) =>
  tableOf(measured, ['CPU', '/bare', '/Express'], ([product, ...others]) => [
    product?.cpu,
    ...[0, 1].map((n) => (product?.cpu ?? Number.NaN) / (others[n]?.cpu ?? Number.NaN)),
  ])

const growth = (measured: Measured[]) =>
  tableOf(measured, ['time', 'CPU'], ([product]) => [product?.time, product?.cpu])

/** Three significant digits; a dash for what was not measured. */
function figure(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value >= 10 ? 1 : 2)
}

/** A Markdown table with aligned columns, to be read in a terminal, too. */
function markdownTable([first = [], ...lines]: string[][]): string {
  const widths = first.map((_, at) => Math.max(3, ...[first, ...lines].map((line) => line[at]?.length ?? 0)))
  const pad = (text: string, at: number) =>
    at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [first, rule, ...lines].map((line) => `| ${line.map(pad).join(' | ')} |`).join('\n')
}

/** Puts the results between the two marks of their section and leaves the rest of the page as it is. */
function writeResults(section: string, results: string): void {
  const file = join(root, 'docs/performance.md')
  const marks = new RegExp(`(<!-- ${section}: .* -->)[^]*(<!-- end of ${section} -->)`)
  const page = readFileSync(file, 'utf8')
  if (!marks.test(page)) throw new Error(`docs/performance.md has no marks for ${section}.`)
  writeFileSync(
    file,
    page.replace(marks, (_, begin, end) => `${begin}\n\n${results}\n\n${end}`),
  )
}

function machine(): string {
  const memory = Math.round(os.totalmem() / 1024 ** 3)
  const [cpu] = os.cpus()
  return (
    `${cpu?.model.trim() || os.arch()}, ${os.availableParallelism()} cores, ${memory} GB of memory, ` +
    `${os.type()} ${os.release()}; Node.js ${process.version.slice(1)}; ${new Date().toISOString().slice(0, 10)}.`
  )
}

const startedAt = performance.now()

/** On standard error: standard output is for the table. */
function progress(line: string): void {
  tell(`[${Math.round((performance.now() - startedAt) / 1000)} s] ${line}`)
}

await runOrExplain(
  async () => {
    const settings = readOptions(process.argv.slice(2))
    if (!settings) return say(usage)
    await runWithCleanup((cleanup) => bench(settings, cleanup))
  },
  { readsEnvFile: false },
)
