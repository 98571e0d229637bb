import type { FastifyInstance } from 'fastify'
import { syllable } from 'syllable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicPaths } from '#contract/paths.ts'
import { serviceKeys, servicePath } from '#contract/services/service-keys.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { blocksOf, mainOf } from './rendered-text.ts'
import { readPage, startWebsite } from './website.ts'

/** The school grade in which most people can read it: the site's bar (docs/decisions/0017). */
const highestGrade = 7

let app: FastifyInstance
let names: readonly string[]
beforeAll(async () => {
  app = await startWebsite()
  const { name, safetyLines } = await readOrganization('organization/organization.json')
  names = [name, ...safetyLines.map((line) => line.name)]
})
afterAll(() => app?.close())

test('the measure tells plain words from officialese', () => {
  expect(gradeOf(['We help you find a home.', 'Call us today.'])).toBeLessThan(3)
  const official =
    'Eligibility determination necessitates comprehensive documentation of individualized circumstances preceding authorization.'
  expect(gradeOf([official])).toBeGreaterThan(20)
})

const { home, about, services, contact, accessibility } = publicPaths

test.each([home, about, services, ...serviceKeys.map(servicePath), contact, accessibility])(
  '%s can be read by somebody who left school after seventh grade',
  async (path) => {
    const sentences = sentencesOf(await readPage(app, path))
    expect(sentences.length).toBeGreaterThan(10)
    const hardest = sentences.toSorted((a, b) => gradeOf([b]) - gradeOf([a])).slice(0, 5)
    expect(gradeOf(sentences), `hardest:\n${hardest.join('\n')}`).toBeLessThanOrEqual(highestGrade)
  },
)

/** Headings and list items count as sentences. Addresses, numbers to call and names are nobody's choice of words. */
function sentencesOf(html: string): string[] {
  const running = mainOf(html).replace(/<(address|button|select)\b.*?<\/\1>/gs, ' ')
  return blocksOf(running)
    .map((text) => names.reduce((rest, name) => rest.replaceAll(name, ''), text))
    .flatMap((text) => text.split(/(?<=[.!?:])\s+/))
    .filter((sentence) => wordsOf(sentence).length > 0)
}

function wordsOf(sentence: string): string[] {
  return sentence.match(/[\p{L}][\p{L}’'-]*/gu)?.filter((word) => !word.includes('@')) ?? []
}

/** Flesch-Kincaid. */
function gradeOf(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf)
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}
