import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '#test/support/source-tree.ts'

/* docs/specification.md names the tests of each fact by the id in their title, such as [T12], and by their file. */

const page = readFileSync(join(root, 'docs/specification.md'), 'utf8')

const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.split('\n', 1)[0] ?? '', rows: rowsIn(text) }))
  .filter(({ rows }) => rows.length > 0)

function rowsIn(text: string) {
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
  return cells.filter(([fact]) => fact !== 'Fact').map(([fact = '', tests = '']) => ({ fact, tests }))
}

test('the page goes through every section of the specification, every decision, operations and security', () => {
  const numbers = sections.map(({ title }) => title.split(' ', 1)[0])
  const sectionsAsked = Array.from({ length: 9 }, (_, index) => `§${index + 1}`)
  expect(numbers).toEqual([...sectionsAsked, 'Decisions', 'Operations', 'Security'])
  const { rows } = sections.find(({ title }) => title === 'Decisions') ?? { rows: [] }
  const decisions = rows.map(({ fact }) => Number.parseInt(fact, 10))
  const numbered = new Set(decisions.filter((number) => !Number.isNaN(number)))
  expect([...numbered]).toEqual(Array.from({ length: 61 }, (_, index) => index + 1))
})

test('every fact names a test by id and file, and every id is used once in the tests', () => {
  const named = sections.flatMap(({ rows }) =>
    rows.flatMap(({ fact, tests }) => {
      const entries = tests.split('<br>').map((entry) => /^(T\d+) \[[^\]]+\]\(\.\.\/([^)]+)\)$/.exec(entry))
      return entries.map((entry) => (entry ? `${entry[1]} ${entry[2]}` : `a malformed test of “${fact}”`))
    }),
  )
  const written = ['src', 'test'].flatMap(sourceFiles).flatMap(({ path, text }) => {
    if (!/\.(test|journey)\.tsx?$/.test(path)) return []
    return [...text.matchAll(/ \[(T\d+)\](?=['"`],)/g)].map(([, id]) => `${id} ${path}`)
  })
  expect(new Set(named)).toEqual(new Set(written))
  expect(written.map((citation) => citation.split(' ')[0])).toHaveLength(
    new Set(written.map((citation) => citation.split(' ')[0])).size,
  )
})

test('code and tests cite only documents that are here, and rules that those have', () => {
  const wrong = ['src', 'commands', 'bench', 'test'].flatMap(sourceFiles).flatMap(({ path, text }) => {
    const cited = [...text.matchAll(/\bdocs\/(decisions\/\d{4}|\w+\.md)((?:,? §?\d+)*)/g)]
    const missing = cited.filter(([, page = '', numbers = '']) => !holds(page, numbers.match(/§?\d+/g) ?? []))
    const elsewhere =
      text.match(/\bdecisions? \d+|(?<![\w/])(?:decisions|security|operations|spec)\.md/g) ?? []
    return [...missing.map(([citation]) => citation), ...elsewhere].map((citation) => `${path}: ${citation}`)
  })
  expect(wrong).toEqual([])
})

test('the files that the guides name are there', () => {
  const guides = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']
  const wrong = guides.flatMap((guide) => {
    const text = readFileSync(join(root, guide), 'utf8')
    const named = text.matchAll(/(?:`|\]\()((?:src|test|commands|bench|docs|organization)\/[\w./-]+)/g)
    const missing = [...named].filter(([, path = '']) => !existsSync(join(root, path)))
    return missing.map(([, path]) => `${guide}: ${path}`)
  })
  expect(wrong).toEqual([])
})

/** A decision record goes by its number; rules are numbered paragraphs, and sections of the specification are headings. */
function holds(page: string, numbers: string[]): boolean {
  const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const name = names.find((candidate) => candidate === page || candidate.startsWith(`${page}-`))
  if (!name) return false
  const text = readFileSync(join(root, 'docs', name), 'utf8')
  return numbers.every((number) => text.includes(`\n${number}. `) || text.includes(`\n## ${number} `))
}
