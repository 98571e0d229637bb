import { pathToFileURL } from 'node:url'
import { OperatorError } from '#server/operator-error.ts'
import { readParameters, runOrExplain, usageError } from './command-line.ts'
import { fetchPackage } from './fetch-package.ts'
import { freePort } from './free-port.ts'
import { root, say } from './install.mjs'
import { categories, measurePage, missesAny, needed, type Result } from './lighthouse-scores.ts'
import { openBrowser } from './trial/browser.ts'
import { startEntryPoint } from './trial/child.ts'
import { type Cleanup, runWithCleanup } from './trial/cleanup.ts'
import { newTemporaryInstance } from './trial/temporary-instance.ts'

/* `npm run lighthouse`: measures every public page of the running product as a phone shows it, and prints their scores. */

const usage = 'npm run lighthouse [-- --only PART]   (pages whose path contains PART)'

/** Large, and no other command needs it: fetched at the first run (docs/decisions/0017). */
const lighthousePackage = 'lighthouse@13.5.0'

type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'silent'; onlyCategories: readonly string[] },
) => Promise<Result | undefined>

await runOrExplain(async () => {
  const { values } = readParameters(
    process.argv.slice(2),
    { options: { only: { type: 'string', default: '' }, help: { type: 'boolean' } } },
    usage,
  )
  if (values.help) return say(usage)
  await runWithCleanup((cleanup) => measureAll(values.only, cleanup))
})

async function measureAll(only: string, cleanup: Cleanup): Promise<void> {
  const lighthouse = await loadLighthouse()
  const port = await freePort()
  await openBrowser(cleanup, progress, `--remote-debugging-port=${port}`)
  const addresses = (await startPublicPages(cleanup)).filter((url) => new URL(url).pathname.includes(only))
  if (addresses.length === 0) throw usageError(`No public page's path contains "${only}".`, usage)
  const lines: string[][] = []
  const shortfalls: string[] = []
  for (const url of addresses) {
    const { pathname } = new URL(url)
    progress(pathname)
    const measured = await measurePage(async () => {
      const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: categories })
      if (!result) throw new Error(`Lighthouse returned nothing for ${url}.`)
      return result
    })
    lines.push([pathname, ...categories.map((category) => `${measured.scores[category]}`)])
    if (missesAny(measured))
      shortfalls.push(`${pathname}:`, ...measured.shortfalls.map((shortfall) => `    ${shortfall}`))
  }
  lines.push(['needed', ...categories.map((category) => `${needed[category]}`)])
  say(formatTable({ title: 'Lighthouse, mobile, of 100', head: ['page', ...categories], lines }))
  if (shortfalls.length === 0) return
  process.exitCode = 1
  progress(`\n${shortfalls.join('\n')}`)
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
  const server = await startEntryPoint(cleanup, env, 'server')
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

/** A table with columns aligned by spaces: the first one holds words, the others figures. */
function formatTable({ title, head, lines }: { title: string; head: string[]; lines: string[][] }): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  )
  const draw = (line: string[]) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [title, '', draw(head), rule, ...lines.map(draw)].join('\n')
}

/** On standard error: standard output is for the table. */
function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}
