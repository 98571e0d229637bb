import { misused } from '#commands/command-line.ts'
import { root, say } from '#commands/install.mjs'
import type { Organization } from '#contract/organization/schema.ts'
import { OperatorError } from '#server/operator-error.ts'
import { organizationAt } from '#server/organization/read-organization.ts'
import type { Operation } from './operation.ts'
import { progressBar } from './progress-bar.ts'

export const checkLinks: Operation = {
  usage: 'npm run ops -- check-links',
  explanation:
    'Asks every external address of organization/organization.json and says what it answered.\n' +
    'Needs the internet. Ends with code 1 when an address does not answer with a page.',
  async run(parameters) {
    if (parameters.length > 0) throw misused('check-links takes no parameters.', this.usage)
    const links = externalLinks(await organizationAt(root))
    const bar = progressBar('Asking')
    const answers = await askAll(links, (done) => bar.show(done, links.length))
    bar.end()
    for (const { title, url, answer } of answers)
      say(`${answer.good ? 'ok  ' : 'FAIL'}  ${title}\n      ${url}: ${answer.sentence}`)
    const bad = answers.filter(({ answer }) => !answer.good).length
    if (bad > 0) {
      throw new OperatorError(
        `${bad} of ${links.length} addresses did not answer with a page. Open them by hand before you change them: some sites refuse programs.`,
      )
    }
    say(`All ${links.length} addresses answer.`)
  },
}

interface ExternalLink {
  title: string
  url: string
}

/** Every external address of the organization data, once. */
export function externalLinks({ links, safetyLines, website, decks = {} }: Organization): ExternalLink[] {
  const listed = [
    ...links.resources.map(({ title, url }) => ({ title, url })),
    ...links.admin.map(({ title, url }) => ({ title, url })),
    ...safetyLines.flatMap(({ name, link }) => (link ? [{ title: name, url: link }] : [])),
    ...(website ? [{ title: 'Website', url: website }] : []),
    ...Object.entries(decks).map(([key, url]) => ({ title: `Deck ${key}`, url })),
  ]
  return [...new Map(listed.map((link) => [link.url, link])).values()]
}

/** Addresses asked at the same time. */
const atOnce = 6

async function askAll(links: ExternalLink[], progress: (done: number) => void) {
  const answers: (ExternalLink & { answer: LinkAnswer })[] = []
  for (let start = 0; start < links.length; start += atOnce) {
    const batch = links.slice(start, start + atOnce)
    answers.push(
      ...(await Promise.all(batch.map(async (link) => ({ ...link, answer: await askAddress(link.url) })))),
    )
    progress(answers.length)
  }
  return answers
}

/** What an address answered, in a sentence for people. */
interface LinkAnswer {
  good: boolean
  sentence: string
}

const headers = { 'user-agent': 'StableHousing-check-links', accept: 'text/html,application/pdf,*/*' }

/** Asks by GET, because many servers answer HEAD wrongly; only the headers are read. `timeout` in milliseconds. */
export async function askAddress(url: string, timeout = 20_000): Promise<LinkAnswer> {
  try {
    const reply = await fetch(url, { headers, redirect: 'follow', signal: AbortSignal.timeout(timeout) })
    await reply.body?.cancel()
    const moved = reply.redirected && reply.url !== url ? `, moved to ${reply.url}` : ''
    return {
      good: reply.ok,
      sentence: `${reply.status}${reply.statusText ? ` ${reply.statusText}` : ''}${moved}`,
    }
  } catch (error) {
    return { good: false, sentence: whyNoAnswer(error as Error, timeout) }
  }
}

function whyNoAnswer({ name, message, cause }: Error, timeout: number): string {
  if (name === 'TimeoutError') return `no answer in ${timeout / 1000} seconds`
  const code = (cause as { code?: string } | undefined)?.code
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no such name, or no internet here'
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  return code ?? message
}
