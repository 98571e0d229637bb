import { OperatorError } from '#server/operator-error.ts'
import { organizationAt } from '#server/organization/read-organization.ts'
import { root, say } from '../install.mjs'
import { type ExternalLink, externalLinks } from './external-links.ts'
import { askAddress, type LinkAnswer } from './link-answer.ts'
import type { Operation } from './operation.ts'
import { misused } from './parameters.ts'
import { progressBar } from './progress-bar.ts'

/** So many addresses are asked at once; nobody's server is asked twice at the same moment for long. */
const atOnce = 6

export const checkLinks: Operation = {
  usage: 'check-links',
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

async function askAll(links: readonly ExternalLink[], progress: (done: number) => void) {
  const answers: (ExternalLink & { answer: LinkAnswer })[] = new Array(links.length)
  let next = 0
  let done = 0
  async function worker() {
    for (let index = next++; index < links.length; index = next++) {
      const link = links[index] as ExternalLink
      answers[index] = { ...link, answer: await askAddress(link.url) }
      progress(++done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return answers
}
