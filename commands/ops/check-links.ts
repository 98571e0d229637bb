import { usageError } from '#commands/command-line.ts'
import { say } from '#commands/install.mjs'
import type { Organization } from '#contract/organization/schema.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Operation, organizationHere } from './operation.ts'
import { progressBar } from './progress-bar.ts'

export const checkLinks: Operation = {
  usage: 'npm run ops -- check-links',
  explanation:
    'Checks every external link in organization.json and prints the result.\n' +
    'Needs internet access. Exits with code 1 if a link does not return a page.',
  async run(parameters) {
    if (parameters.length > 0) throw usageError('check-links takes no parameters.', this.usage)
    const links = externalLinks(await organizationHere())
    const bar = progressBar('Checking')
    const results = await checkAll(links, (done) => bar.show(done, links.length))
    bar.end()
    for (const { title, url, result } of results)
      say(`${result.isWorking ? 'ok  ' : 'FAIL'}  ${title}\n      ${url}: ${result.sentence}`)
    const bad = results.filter(({ result }) => !result.isWorking).length
    if (bad > 0) {
      throw new OperatorError(
        `${bad} of ${links.length} links did not return a page. Open them in a browser before you change them: some sites block programs.`,
      )
    }
    say(`All ${links.length} links work.`)
  },
}

interface ExternalLink {
  title: string
  url: string
}

/** Every external address in the organization's data, once. */
export function externalLinks(organization: Organization): ExternalLink[] {
  const { links, safetyLines, website, leaveTo, decks = {}, complaints } = organization
  const listed = [
    ...links.resources.map(({ title, url }) => ({ title, url })),
    ...links.admin.map(({ title, url }) => ({ title, url })),
    ...safetyLines.flatMap(({ name, link }) => (link ? [{ title: name, url: link }] : [])),
    ...(complaints?.outside ?? []).flatMap(({ name, link }) => (link ? [{ title: name, url: link }] : [])),
    { title: 'Leave this site', url: leaveTo },
    ...(website ? [{ title: 'Website', url: website }] : []),
    ...Object.entries(decks).map(([key, url]) => ({ title: `Deck ${key}`, url })),
  ]
  return [...new Map(listed.map((link) => [link.url, link])).values()]
}

const batchSize = 6

async function checkAll(links: ExternalLink[], progress: (done: number) => void) {
  const results: (ExternalLink & { result: LinkResult })[] = []
  for (let start = 0; start < links.length; start += batchSize) {
    const batch = links.slice(start, start + batchSize)
    results.push(
      ...(await Promise.all(batch.map(async (link) => ({ ...link, result: await checkAddress(link.url) })))),
    )
    progress(results.length)
  }
  return results
}

/** The outcome for a link, in a sentence for people. */
interface LinkResult {
  isWorking: boolean
  sentence: string
}

const headers = { 'user-agent': 'StableHousing-check-links', accept: 'text/html,application/pdf,*/*' }

/** Sends a GET request, because many servers answer HEAD wrongly; only the headers are read. `timeout` in milliseconds. */
export async function checkAddress(url: string, timeout = 20_000): Promise<LinkResult> {
  try {
    const reply = await fetch(url, { headers, redirect: 'follow', signal: AbortSignal.timeout(timeout) })
    await reply.body?.cancel()
    const redirect = reply.redirected && reply.url !== url ? `, moved to ${reply.url}` : ''
    return {
      isWorking: reply.ok,
      sentence: `${reply.status}${reply.statusText ? ` ${reply.statusText}` : ''}${redirect}`,
    }
  } catch (error) {
    return { isWorking: false, sentence: describeFailure(error as Error, timeout) }
  }
}

function describeFailure({ name, message, cause }: Error, timeout: number): string {
  if (name === 'TimeoutError') return `no answer in ${timeout / 1000} seconds`
  const code = (cause as { code?: string } | undefined)?.code
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no such host, or no internet connection'
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  return code ?? message
}
