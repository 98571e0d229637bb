import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join, resolve } from 'node:path'
import { readParameters, runOrExplain, usageError } from '#commands/command-line.ts'
import { root, say, tell } from '#commands/install.mjs'
import { runWithCleanup } from '#commands/temporary-folder.ts'
import { chooseCalls, expectSameAnswers, post, sendJson, withToken } from './calls.ts'
import { type Growth, growthPicture, growthTable } from './growth.ts'
import { keyPresses } from './key-presses.ts'
import { type Measured, measure, quantile } from './measure.ts'
import { signInBesideHash, signInBesideReads, wholeLists } from './people.ts'
import { memoryUsed, type Usage } from './processes.ts'
import { startOtherServer, startProduct } from './product.ts'
import { makeTables, settleTables } from './tables.ts'

/* `npm run bench` */

const usage = `npm run bench [-- --clients N[,N] --rounds N --seconds S --only NAME[,NAME] --external --growth --write --product DIR]
    Measures the product beside a bare server and an Express server that give the same answers, and prints tables.
    Nothing passes or fails by time.
    --clients N[,…]  clients in the database, with ten notes each; without it 10,000 and then 100,000
    --rounds N       rounds of each server, taken in turn (3)
    --seconds S      length of a round (1); fractions are fine
    --only NAME[,…]  only calls whose name contains one of these
    --external       on a PostgreSQL of its own instead of the private one
    --growth         measures the product alone and shows how each call's cost grows with the clients
    --write          puts the tables into docs/performance.md, and the growth into docs/growth.svg, too
    --product DIR    measures the product of another checkout`

const options = {
  clients: { type: 'string' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  external: { type: 'boolean', default: false },
  growth: { type: 'boolean', default: false },
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
    const isRight = value >= least && value <= most && (name === 'seconds' || Number.isInteger(value))
    if (isRight) return value
    throw usageError(
      `--${name} is a ${name === 'seconds' ? '' : 'whole '}number from ${least} to ${most}.`,
      usage,
    )
  }
  const product = resolve(values.product)
  if (!existsSync(join(product, 'package.json')))
    throw usageError(`--product: ${product} holds no package.json.`, usage)
  return {
    sizes: (values.clients ?? '10000,100000')
      .split(',')
      .map((text) => within('clients', text, 20, 1_000_000)),
    rounds: within('rounds', values.rounds, 1, 99),
    seconds: within('seconds', values.seconds, 0.05, 600),
    only: values.only.split(','),
    isExternal: values.external,
    isGrowth: values.growth,
    write: values.write,
    product,
  }
}

async function bench(settings: Options, cleanup: AsyncDisposableStack): Promise<void> {
  const conditions = `${machine()} ${settings.rounds} rounds of ${settings.seconds} s.`
  const parts: string[] = []
  // Shown at once, because a long run may be stopped before its last table.
  const show = (part: string) => {
    parts.push(part)
    say(`${part}\n`)
  }
  show(settings.product === root ? conditions : `${conditions} Product of ${settings.product}.`)
  const growth: Growth[] = []
  for (const clients of settings.sizes) {
    const resources = cleanup.use(new AsyncDisposableStack())
    try {
      const { tables, costs } = await benchSize(settings, clients, resources)
      if (settings.isGrowth) growth.push(...costs)
      else show(tables)
    } finally {
      await resources.disposeAsync()
    }
  }
  if (settings.isGrowth) show(markdownTable(growthTable(growth, figure)))
  if (!settings.write) return
  writeResults(parts.join('\n\n'), settings)
  if (settings.isGrowth) writeFileSync(join(root, 'docs/growth.svg'), growthPicture(growth))
}

/** Milliseconds after Ready. */
const restTime = 60_000

/** Measures all servers on a fresh database of that size. Returns the tables, and what each call of the product costs. */
async function benchSize(settings: Options, clients: number, cleanup: AsyncDisposableStack) {
  const { only, isExternal, isGrowth, seconds } = settings
  progress(`Starting ${settings.product} with ${clients} clients …`)
  const isWhole = only.includes('') && !isGrowth
  const setting = { clients, isExternal, restTime: isWhole ? restTime : 0 }
  const product = await startProduct(settings.product, setting, cleanup)
  if (isGrowth) await settleTables(product.superuser)
  else await makeTables(product.superuser)
  const otherServers = isGrowth
    ? []
    : [
        await startOtherServer('bare.ts', product, cleanup),
        await startOtherServer('express.ts', product, cleanup),
      ]
  const all = await chooseCalls(product)
  const calls = all.filter(({ name }) => only.some((part) => name.includes(part)))
  if (calls.length === 0) throw usageError(`No call's name contains "${only.join('" or "')}".`, usage)
  const lines: string[][] = []
  const costs: Growth[] = []
  for (const call of calls) {
    progress(`${call.name}, ${call.callers} at once`)
    // A long run must not count as inactivity.
    for (const token of product.tokens)
      await sendJson(product.url, withToken(post('/api/auth/activity', {}), token))
    const others = call.isProductOnly ? [] : otherServers
    for (const other of others) await expectSameAnswers(product, other, call)
    const measured = await measure(product, [product, ...others], call, settings)
    lines.push([call.name, `${call.callers}`, ...figuresOf(measured)])
    const [own] = measured
    if (own) costs.push({ call: call.name, clients, time: quantile(own.times, 0.5), cpu: sumOf(own.cpu) })
  }
  const counts = `${clients.toLocaleString('en-US')} clients, ${(10 * clients).toLocaleString('en-US')} notes`
  const title = `**${counts}, ${isExternal ? 'external' : 'private'} PostgreSQL**`
  const tables = [[head, ...lines]]
  if (isWhole) {
    const memory = [product.memoryAtRest, memoryUsed(product.pid, product.postgresPid)]
    tables.push([
      ['from start to Ready', 'memory 60 seconds later', 'after these calls'],
      [`${figure(product.startTime)} s`, ...memory.map((megabytes) => `${figure(megabytes)} MB`)],
    ])
    progress('sign-ins, ten whole lists at once, and key presses in a browser')
    tables.push(await signInBesideHash(product, Math.max(seconds, 2)))
    tables.push(await signInBesideReads(product, Math.max(seconds, 2)))
    tables.push(await wholeLists(product))
    const pressed = await keyPresses(product)
    if (pressed) tables.push(pressed)
  }
  return { tables: [title, ...tables.map(markdownTable)].join('\n\n'), costs }
}

const head = [
  ...['call', 'callers', 'req/s', 'spread', 'p50', 'p95', 'p99', 'CPU', 'CPU db', 'MB'],
  ...['bare req/s', 'p50', 'p99', 'CPU', 'CPU db', 'MB', 'rate: product/bare', 'CPU: product/bare'],
  ...['Express req/s', 'p50', 'p99', 'CPU', 'CPU db', 'MB', 'rate: product/Express', 'CPU: product/Express'],
]

function figuresOf([product, ...others]: Measured[]): string[] {
  const times = (measured: Measured | undefined, shares: number[]) =>
    shares.map((share) => figure(measured && quantile(measured.times, share)))
  const used = (measured: Measured | undefined) =>
    [measured?.cpu.server, measured?.cpu.database, measured?.memory].map(figure)
  const comparisons = [others[0], others[1]].flatMap((other) => [
    figure(other?.rate),
    ...times(other, [0.5, 0.99]),
    ...used(other),
    figure(product && other && product.rate / other.rate),
    figure(product && other && sumOf(product.cpu) / sumOf(other.cpu)),
  ])
  return [
    figure(product?.rate),
    `${Math.round(100 * (product?.spread ?? 0))} %`,
    ...times(product, [0.5, 0.95, 0.99]),
    ...used(product),
    ...comparisons,
  ]
}

const sumOf = ({ server, database }: Usage) => server + database

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
function writeResults(results: string, { isExternal, isGrowth }: Options): void {
  const section = isGrowth ? 'growth' : isExternal ? 'external' : 'private'
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

/** On standard error: standard output is for the tables. */
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
