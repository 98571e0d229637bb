import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '#test/support/source-tree.ts'

/*
 * docs/specification.md says of each fact which tests show it. Here: that these tests are there. In a quoted title
 * '…' stands for whatever was left out; the rest stands in the test's title as it does in the file.
 */

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
  return cells
    .filter(([fact]) => fact !== 'Fact')
    .map(([fact = '', cell = '']) => ({ fact, cell, tests: testsIn(cell) }))
}

function testsIn(cell: string) {
  return [...cell.matchAll(/“(.+?)” \[[^\]]+\]\(\.\.\/([^)]+)\)/g)].map(([, title = '', path = '']) => ({
    title,
    path,
  }))
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

test('every fact names tests that exist', () => {
  const wrong = sections.flatMap(({ title, rows }) =>
    rows.flatMap((row) => problemsOf(row).map((problem) => `${title}: ${row.fact}: ${problem}`)),
  )
  expect(wrong).toEqual([])
})

test('code and tests cite only documents that are here, and rules that those have', () => {
  const wrong = ['src', 'commands', 'bench', 'test'].flatMap(sourceFiles).flatMap(({ path, text }) => {
    const cited = [...text.matchAll(/\bdocs\/(decisions\/\d{4}|\w+\.md)((?:,? §?\d+)*)/g)]
    const missing = cited.filter(([, page = '', numbers = '']) => !holds(page, numbers.match(/§?\d+/g) ?? []))
    const elsewhere =
      text.match(/\bdecisions? \d+|(?<![\w/])(?:decisions|security|operations|spec)\.md/g) ?? []
    return [...missing.map(([citation]) => citation), ...elsewhere].map((one) => `${path}: ${one}`)
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
  const name = names.find((one) => one === page || one.startsWith(`${page}-`))
  if (!name) return false
  const text = readFileSync(join(root, 'docs', name), 'utf8')
  return numbers.every((number) => text.includes(`\n${number}. `) || text.includes(`\n## ${number} `))
}

function problemsOf({ cell, tests }: ReturnType<typeof rowsIn>[number]): string[] {
  if (tests.length === 0) return ['no test is named']
  if (cell.split('<br>').length !== tests.length) return ['a test is written in another way']
  return tests.flatMap(({ title, path }) => {
    if (!/^(src|test)\/.*\.(test|journey)\.tsx?$/.test(path)) return [`${path} is not a test`]
    if (!existsSync(join(root, path))) return [`${path} does not exist`]
    return titlesIn(path).some(quotedAs(title)) ? [] : [`there is no “${title}” in ${path}`]
  })
}

function quotedAs(quote: string) {
  const parts = quote.split('…').map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const title = new RegExp(`^${parts.join('.*')}$`, 's')
  return (one: string) => title.test(one)
}

const known = new Map<string, string[]>()

/** What the tests of a file are called, and the groups that they stand in; a template as it is written. */
function titlesIn(path: string): string[] {
  const titles = known.get(path) ?? []
  if (known.has(path)) return titles
  known.set(path, titles)
  const text = readFileSync(join(root, path), 'utf8')
  visit(parseSync(path, text).program)
  return titles

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: passed } = node as Partial<Call>
    if (type === 'CallExpression' && callee && isTest(callee)) {
      const [title] = passed ?? []
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(text.slice(title.start + 1, title.end - 1))
    }
    for (const child of Object.values(node)) visit(child)
  }
}

interface Call {
  type: string
  callee: Named
  arguments: { type: string; value?: unknown; start: number; end: number }[]
}

type Named = { name?: string; object?: Named; callee?: Named }

/** `test`, and all that is made of it: `test.each(…)`, `test.describe`. */
function isTest({ name, object, callee }: Named): boolean {
  if (name !== undefined) return ['test', 'it', 'describe'].includes(name)
  const inner = object ?? callee
  return inner !== undefined && isTest(inner)
}
