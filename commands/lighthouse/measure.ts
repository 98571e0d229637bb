import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OperatorError } from '#server/operator-error.ts'
import { fetchPackage } from '../fetch-package.ts'
import { type LighthouseResult, untilMeasured } from './lighthouse-result.ts'
import { categories } from './scores.ts'

/** Pinned here and no dependency: it is large, and nothing else needs it. */
const wanted = 'lighthouse@13.5.0'

type Lighthouse = (
  url: string,
  flags: { port: number; output: 'html'; logLevel: 'silent'; onlyCategories: readonly string[] },
) => Promise<LighthouseResult | undefined>

/** Measures an address in the browser that listens on that port, as Lighthouse does by default: as a phone. */
export async function lighthouseOn(
  root: string,
  port: number,
  say: (line: string) => void,
): Promise<(url: string) => Promise<LighthouseResult>> {
  // Called from here, Lighthouse reports no errors to its makers; only its own command line would do that.
  const { default: lighthouse } = (await import(pathToFileURL(find(root, say)).href)) as {
    default: Lighthouse
  }
  const flags = { port, output: 'html', logLevel: 'silent', onlyCategories: categories } as const
  return (url) =>
    untilMeasured(async () => {
      const result = await lighthouse(url, flags)
      if (!result) throw new Error(`Lighthouse answered nothing for ${url}.`)
      return result
    })
}

function find(root: string, say: (line: string) => void): string {
  try {
    return fetchPackage(root, wanted, () => say(`Fetching ${wanted} from npm (about 180 MB on disk) …`))
  } catch {
    throw new OperatorError(
      'Lighthouse could not be fetched from npm. Check the network connection and free disk space, then try again.',
    )
  }
}

/** `/services/moving` becomes `services-moving.html`; further runs of the page are numbered. */
export function keepReport(folder: string, path: string, run: number, { report }: LighthouseResult): void {
  mkdirSync(folder, { recursive: true })
  const name = path.replace(/^\//, '').replaceAll('/', '-')
  writeFileSync(join(folder, `${name}${run > 1 ? `-${run}` : ''}.html`), report)
}
