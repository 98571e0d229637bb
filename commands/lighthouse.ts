import { pathToFileURL } from 'node:url'
import { OperatorError } from '#server/operator-error.ts'
import { misused, readParameters, runOrExplain } from './command-line.ts'
import { fetchPackage } from './fetch-package.ts'
import { freePort } from './free-port.ts'
import { root, say } from './install.mjs'
import { openBrowser } from './trial/browser.ts'
import { startProgram } from './trial/child.ts'
import type { Cleanup } from './trial/cleanup.ts'
import { asText } from './trial/tables.ts'
import { newTemporaryInstance } from './trial/temporary-instance.ts'
import { untilInterrupted } from './trial/until-interrupted.ts'

/* `npm run lighthouse`: measures every public page of the running product as a phone shows it, and prints the scores. */

const usage = 'npm run lighthouse [-- --only PART]   (pages whose path contains PART)'

/** Large, and no other command needs it: fetched at the first run (docs/decisions/0017). */
const lighthousePackage = 'lighthouse@13.5.0'

/** What every public page has to reach, of 100. */
const needed = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof needed
const categories = Object.keys(needed) as Category[]

/** A busy moment of the machine looks like a slow page: the best of these runs counts. */
const mostRuns = 3

/** What is read of Lighthouse's result; its own types are not installed. */
interface Result {
  lhr: {
    runtimeError?: { message: string }
    categories: Partial<
      Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
    >
    audits: Record<string, { title: string; score: number | null; displayValue?: string }>
  }
}

type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'silent'; onlyCategories: readonly string[] },
) => Promise<Result | undefined>

interface Measurement {
  scores: Record<Category, number>
  /** The audits that cost points. */
  shortfalls: string[]
}

await runOrExplain(async () => {
  const { values } = readParameters(
    process.argv.slice(2),
    { options: { only: { type: 'string', default: '' }, help: { type: 'boolean' } } },
    usage,
  )
  if (values.help) return say(usage)
  await untilInterrupted((cleanup) => measureAll(values.only, cleanup))
})

async function measureAll(only: string, cleanup: Cleanup): Promise<void> {
  const lighthouse = await loadLighthouse()
  const port = await freePort()
  await openBrowser(cleanup, progress, `--remote-debugging-port=${port}`)
  const addresses = (await startPublicPages(cleanup)).filter((url) => new URL(url).pathname.includes(only))
  if (addresses.length === 0) throw misused(`No public page's path contains "${only}".`, usage)
  const lines: string[][] = []
  const shortfalls: string[] = []
  for (const url of addresses) {
    const { pathname } = new URL(url)
    progress(pathname)
    const measured = await measure(lighthouse, url, port)
    lines.push([pathname, ...categories.map((category) => `${measured.scores[category]}`)])
    if (missesAny(measured))
      shortfalls.push(`${pathname}:`, ...measured.shortfalls.map((shortfall) => `    ${shortfall}`))
  }
  lines.push(['needed', ...categories.map((category) => `${needed[category]}`)])
  say(asText({ title: 'Lighthouse, mobile, of 100', head: ['page', ...categories], lines }))
  if (shortfalls.length === 0) return
  process.exitCode = 1
  progress(`\n${shortfalls.join('\n')}`)
}

async function measure(lighthouse: Lighthouse, url: string, port: number): Promise<Measurement> {
  let best: Measurement | undefined
  for (let run = 0; run < mostRuns && (!best || missesAny(best)); run += 1) {
    const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: categories })
    if (!result) throw new Error(`Lighthouse returned nothing for ${url}.`)
    const measured = read(result)
    if (!best || measured.scores.performance > best.scores.performance) best = measured
  }
  if (!best) throw new Error('unreachable')
  return best
}

function read({ lhr }: Result): Measurement {
  const scoreOf = (category: Category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]
  const references = categories.flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
  const costly = references.filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
  return {
    scores: Object.fromEntries(categories.map(scoreOf)),
    shortfalls: [
      ...(lhr.runtimeError ? [lhr.runtimeError.message] : []),
      ...costly.map(({ id }) => `${id}: ${lhr.audits[id]?.title} ${lhr.audits[id]?.displayValue ?? ''}`),
    ],
  }
}

function missesAny({ scores }: Measurement): boolean {
  return categories.some((category) => scores[category] < needed[category])
}

async function loadLighthouse(): Promise<Lighthouse> {
  try {
    const entry = fetchPackage(root, lighthousePackage, () =>
      progress(`Fetching ${lighthousePackage} (180 MB) …`),
    )
    const { default: lighthouse } = await import(pathToFileURL(entry).href)
    return lighthouse
  } catch {
    throw new OperatorError(
      'Lighthouse could not be fetched from npm. Check the network connection and free disk space, then try again.',
    )
  }
}

/** Starts the product on a data folder of its own. Returns the addresses in its sitemap. */
async function startPublicPages(cleanup: Cleanup): Promise<string[]> {
  const { url, env } = await newTemporaryInstance(cleanup)
  const server = await startProgram(cleanup, env, 'server')
  await new Promise<void>((ready, failed) => {
    let printed = ''
    server.stdout?.on('data', (part) => {
      printed += part
      if (/^Ready on /m.test(printed)) ready()
    })
    server.on('exit', () => failed(new OperatorError(`The product did not start.\n${printed}`)))
  })
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
}

/** On standard error: standard output is for the table. */
function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}
