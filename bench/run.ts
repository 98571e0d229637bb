import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join, resolve } from 'node:path'
import { readParameters, runOrExplain, usageError } from '#commands/command-line.ts'
import { root, say, tell } from '#commands/install.mjs'
import { runWithCleanup } from '#commands/temporary-instance.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Call, chooseCalls, expectSameAnswers } from './calls.ts'
import { post, sendJson } from './http.ts'
import { keyPresses } from './key-presses.ts'
import { type Cpu, type Measured, measure, memoryUsed, quantile } from './measure.ts'
import { type Product, type Size, startOtherServers, startProduct } from './product.ts'
import { signInBesideHash, signInBesideReads, simulateStaff, wholeLists } from './staff.ts'

/* `npm run bench` */

const usage = `npm run bench [-- --clients N --notes N --callers N[,N] --rounds N --seconds S --only NAME[,NAME] --external --staff N --minutes N --write --product DIR]
    Measures the product beside a bare server and an Express server that give the same answers, and prints tables.
    Nothing passes or fails by time.
    --clients N      clients in the database; without it 10,000 and then 100,000
    --notes N        notes in all (10 for each client)
    --callers N[,N]  callers at once (1,20)
    --rounds N       rounds of each server, taken in turn (3)
    --seconds S      length of a round (1); fractions are fine
    --only NAME[,…]  only calls whose name contains one of these
    --external       on a PostgreSQL of its own instead of the private one
    --staff N        N simulated staff instead of the calls, 60 requests a second in all
    --minutes N      how long they work (10)
    --write          puts the tables into docs/performance.md
    --product DIR    measures the product of another checkout`

const options = {
  clients: { type: 'string' },
  notes: { type: 'string' },
  callers: { type: 'string', default: '1,20' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  external: { type: 'boolean', default: false },
  staff: { type: 'string' },
  minutes: { type: 'string', default: '10' },
  write: { type: 'boolean', default: false },
  product: { type: 'string', default: root },
  help: { type: 'boolean', default: false },
} as const

type Options = NonNullable<ReturnType<typeof readOptions>>

const head = [
  ...['call', 'callers', 'req/s', 'spread', 'p50', 'p95', 'p99', 'CPU', 'CPU db', 'MB'],
  ...['bare req/s', 'p50', 'p99', 'CPU', 'CPU db', 'MB', 'rate: product/bare', 'CPU: product/bare'],
  ...['Express req/s', 'p50', 'p99', 'CPU', 'CPU db', 'MB', 'rate: product/Express', 'CPU: product/Express'],
]

/** The checked options; undefined for --help. */
function readOptions(parameters: string[]) {
  const { values } = readParameters(parameters, { options }, usage)
  if (values.help) return undefined
  const seconds = Number(values.seconds)
  if (!(seconds >= 0.05 && seconds <= 600)) throw usageError('--seconds is a number from 0.05 to 600.', usage)
  const product = resolve(values.product)
  if (!existsSync(join(product, 'package.json')))
    throw usageError(`--product: ${product} holds no package.json.`, usage)
  const sizes = (values.clients ? [values.clients] : ['10000', '100000']).map((text): Size => {
    const clients = wholeNumber('--clients', text, 20, 1_000_000)
    return { clients, notes: wholeNumber('--notes', values.notes ?? `${clients * 10}`, 0, 10_000_000) }
  })
  return {
    sizes,
    seconds,
    product,
    only: values.only.split(','),
    isExternal: values.external,
    staff: values.staff ? wholeNumber('--staff', values.staff, 1, 1000) : undefined,
    minutes: wholeNumber('--minutes', values.minutes, 1, 600),
    write: values.write,
    callers: values.callers.split(',').map((text) => wholeNumber('--callers', text, 1, 1000)),
    rounds: wholeNumber('--rounds', values.rounds, 1, 99),
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw usageError(`${name} is a whole number from ${least} to ${most}.`, usage)
}

async function bench(settings: Options, cleanup: AsyncDisposableStack): Promise<void> {
  const { rounds, seconds, product } = settings
  const conditions = `${machine()} ${rounds} rounds of ${seconds} s.`
  const parts = [product === root ? conditions : `${conditions} Product of ${product}.`]
  for (const size of settings.sizes) parts.push(await benchSize(settings, size, cleanup))
  say(parts.join('\n\n'))
  if (settings.write) writeResults(parts.join('\n\n'), settings)
}

/** Milliseconds after Ready. */
const restTime = 60_000

/** Measures all servers on a fresh database of that size. Returns the tables. */
async function benchSize(settings: Options, size: Size, cleanup: AsyncDisposableStack): Promise<string> {
  const own = cleanup.use(new AsyncDisposableStack())
  try {
    progress(`Starting ${settings.product} with ${size.clients} clients and ${size.notes} notes …`)
    const { isExternal, staff, minutes, seconds } = settings
    const isWhole = settings.only.includes('')
    const setting = { isExternal, employees: staff ?? 20, restTime: isWhole ? restTime : undefined }
    const product = await startProduct(settings.product, size, setting, own)
    const counts = [size.clients, size.notes].map((count) => count.toLocaleString('en-US'))
    const title = `**${counts[0]} clients, ${counts[1]} notes, ${isExternal ? 'external' : 'private'} PostgreSQL**`
    const table = (lines: string[][]) => ['', ...markdownTable(lines)]
    if (staff) {
      progress(`${staff} staff for ${minutes} minutes`)
      return [title, ...table(await simulateStaff(product, staff, minutes))].join('\n')
    }
    const otherServers = await startOtherServers(product, own)
    const all = await chooseCalls(product)
    const calls = all.filter(({ name }) => settings.only.some((part) => name.includes(part)))
    if (calls.length === 0)
      throw usageError(`No call's name contains "${settings.only.join('" or "')}".`, usage)
    const lines: string[][] = []
    for (const call of calls) {
      const servers = call.isProductOnly ? [product] : [product, ...otherServers]
      for (const server of servers.slice(1)) await expectSameAnswers(product, server, call)
      for (const callers of callersOf(call, settings)) {
        progress(`${call.name}, ${callers} at once`)
        await stayActive(product)
        const measured = await measure(servers, product.postgres.pid, call, callers, settings)
        lines.push([call.name, `${callers}`, ...figuresOf(measured)])
      }
    }
    const results = [title, ...table([head, ...lines])]
    if (!isWhole) return results.join('\n')
    const memory = [product.memoryAtRest, memoryUsed(product.pid)].map((one) => `${figure(one)} MB`)
    results.push(...table([['memory 60 seconds after Ready', 'after these calls'], memory]))
    progress('sign-ins, ten whole lists at once, and key presses in a browser')
    results.push(...table(await signInBesideHash(product, Math.max(seconds, 2))))
    results.push(...table(await signInBesideReads(product, Math.max(seconds, 2))))
    results.push(...table(await wholeLists(product)))
    const pressed = await keyPresses(product)
    if (pressed) results.push(...table(pressed))
    return results.join('\n')
  } finally {
    await own.disposeAsync()
  }
}

const callersOf = ({ maxCallers = 1000 }: Call, { callers }: Options) => [
  ...new Set(callers.map((count) => Math.min(count, maxCallers))),
]

/** A long run must not count as inactivity. */
async function stayActive({ url, tokens }: Product): Promise<void> {
  for (const token of tokens) await sendJson(url, { ...post('/api/auth/activity', {}), token })
}

function figuresOf([product, ...others]: Measured[]): string[] {
  const times = (measured?: Measured, shares = [0.5, 0.99]) =>
    shares.map((share) => figure(measured && quantile(measured.times, share)))
  const used = (measured?: Measured) => [
    figure(measured?.cpu?.server),
    figure(measured?.cpu?.database),
    figure(measured?.memory),
  ]
  const comparisons = [others[0], others[1]].flatMap((other) => [
    ...[figure(other?.rate), ...times(other), ...used(other)],
    figure(product && other && product.rate / other.rate),
    figure(product?.cpu && other?.cpu && sumOf(product.cpu) / sumOf(other.cpu)),
  ])
  const spread = product ? `${Math.round(product.spread * 100)} %` : '–'
  return [
    figure(product?.rate),
    spread,
    ...times(product, [0.5, 0.95, 0.99]),
    ...used(product),
    ...comparisons,
  ]
}

const sumOf = ({ server, database }: Cpu) => server + database

/** Three significant digits; a dash for what was not measured. */
function figure(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value >= 10 ? 1 : 2)
}

/** A Markdown table with aligned columns, so that it can be read in a terminal, too. */
function markdownTable([first = [], ...lines]: string[][]): string[] {
  const widths = first.map((_, at) => Math.max(3, ...[first, ...lines].map((line) => line[at]?.length ?? 0)))
  const pad = (text: string, at: number) =>
    at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [first, rule, ...lines].map((line) => `| ${line.map(pad).join(' | ')} |`)
}

/** The two marks of a section of the page. */
const begin = (section: string) => `<!-- ${section}: written by npm run bench -- --write -->`
const end = (section: string) => `<!-- end of ${section} -->`

/** Puts the results between the two marks of their section and leaves the rest of the page as it is. */
function writeResults(results: string, { staff, isExternal }: Options): void {
  const section = staff ? 'staff' : isExternal ? 'external' : 'private'
  const file = join(root, 'docs/performance.md')
  const page = readFileSync(file, 'utf8')
  const [from, to] = [page.indexOf(begin(section)), page.indexOf(end(section))]
  if (from < 0 || to < from)
    throw new OperatorError(`${file} lacks the lines "${begin(section)}" and "${end(section)}".`)
  writeFileSync(file, `${page.slice(0, from + begin(section).length)}\n\n${results}\n\n${page.slice(to)}`)
}

function machine(): string {
  const memory = Math.round(os.totalmem() / 1024 ** 3)
  const [cpu] = os.cpus()
  return (
    `${cpu?.model.trim() || os.arch()}, ${os.availableParallelism()} cores, ${memory} GB of memory, ` +
    `${os.type()} ${os.release()}; Node.js ${process.version.slice(1)}; ${new Date().toISOString().slice(0, 10)}.`
  )
}

const begun = performance.now()

/** On standard error: standard output is for the tables. */
function progress(line: string): void {
  tell(`[${Math.round((performance.now() - begun) / 1000)} s] ${line}`)
}

await runOrExplain(async () => {
  const settings = readOptions(process.argv.slice(2))
  if (!settings) return say(usage)
  await runWithCleanup((cleanup) => bench(settings, cleanup))
})
