import { spawnSync } from 'node:child_process'
import { OperatorError } from '#server/operator-error.ts'
import { requireBrowser } from './browser.ts'
import { readParameters, runOrExplain, usageError } from './command-line.ts'
import { say, tell } from './install.mjs'
import { runWithCleanup } from './temporary-folder.ts'
import { newTemporaryInstance, startUntilReady } from './temporary-instance.ts'

/* `npm run lighthouse`: measures every public page of the running product as a phone shows it, and prints their scores. */

const usage = 'npm run lighthouse [-- --only PART]   (pages whose path contains PART)'

/** Large, and no other command needs it: npx fetches it at the first run (docs/decisions/0017). */
const lighthouse = 'lighthouse@13.5.0'

/** What every public page has to reach, of 100. */
const needed = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof needed
const categories = Object.keys(needed) as Category[]

/** The part of Lighthouse's report that is used here. */
interface Report {
  categories: Record<Category, { score: number | null }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

await runOrExplain(
  async () => {
    const options = { only: { type: 'string', default: '' }, help: { type: 'boolean' } } as const
    const { values } = readParameters(process.argv.slice(2), { options }, usage)
    if (values.help) return say(usage)
    await runWithCleanup((cleanup) => measureAll(values.only, cleanup))
  },
  { readsEnvFile: false },
)

async function measureAll(only: string, cleanup: AsyncDisposableStack): Promise<void> {
  const browser = await requireBrowser(tell)
  const { url, env } = await newTemporaryInstance(cleanup)
  // The only setting that matters here: an organization may have pages that the sample does not have.
  const { ORGANIZATION_DIR = '' } = process.env
  await startUntilReady(cleanup, 'server', { ...env, ORGANIZATION_DIR })
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address = '']) => address)
    .filter((address) => new URL(address).pathname.includes(only))
  if (addresses.length === 0) throw usageError(`No public page's path contains "${only}".`, usage)
  printRow('page', (category) => category)
  for (const address of addresses) {
    const scores = measure(address, browser)
    printRow(new URL(address).pathname, (category) => `${scores[category]}`)
    if (categories.some((category) => scores[category] < needed[category])) process.exitCode = 1
  }
  printRow('needed', (category) => `${needed[category]}`)
}

function printRow(name: string, cellOf: (category: Category) => string): void {
  say(name.padEnd(38) + categories.map((category) => cellOf(category).padStart(16)).join(''))
}

/** The scores of a page. Tells what it lacks. */
function measure(address: string, browser: string): Record<Category, number> {
  const flags = ['--output=json', '--quiet', `--only-categories=${categories.join()}`]
  const chrome =
    '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run'
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', lighthouse, address, ...flags, chrome], {
    env: { ...process.env, CHROME_PATH: browser },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  if (status !== 0)
    throw new OperatorError(
      `Lighthouse failed. Check the network connection and free disk space, then try again.\n${stderr}`,
    )
  const report: Report = JSON.parse(stdout)
  for (const { title, score, displayValue = '' } of Object.values(report.audits))
    if (score !== null && score < 1) tell(`    ${title} ${displayValue}`)
  const percent = (category: Category) => Math.round((report.categories[category].score ?? 0) * 100)
  return Object.fromEntries(categories.map((category) => [category, percent(category)])) as Record<
    Category,
    number
  >
}
