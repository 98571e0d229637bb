import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteWindowDays } from '#contract/notes/rules.ts'
import { deckKeys, deckPath } from '#contract/training/decks.ts'
import { deckFiles, readPictures, readTraining } from '#server/training/content.ts'
import { readPage, startWebsite } from './website.ts'

const site = await startWebsite()

describe.each(deckKeys)('the deck %s', (key) => {
  test('has 8 to 12 slides, a title, and nothing inline that the policy forbids [T239]', async () => {
    const html = await readPage(site, deckPath(key))
    const slides = html.match(/aria-roledescription="slide"/g) ?? []
    expect(slides.length).toBeGreaterThanOrEqual(8)
    expect(slides.length).toBeLessThanOrEqual(12)
    expect(html).toMatch(/<title>[^<]+ – Stable Housing Relocation<\/title>/)
    expect(html).not.toMatch(/<script|<style| style=|\{\{|<br/)
  })

  test('loads its pictures from this origin, each with alternative text', async () => {
    const html = await readPage(site, deckPath(key))
    for (const [picture] of html.matchAll(/<img [^>]*>/g)) {
      const [, source = ''] = /src="([^"]*)"/.exec(picture) ?? []
      expect((await site.inject(source)).headers['content-type']).toBe('image/webp')
      expect(picture).toMatch(/alt="[^"]{10,}"/)
    }
  })
})

test('a deck in a tab of its own, where keys move no slides, leads to its training screen [T521]', async () => {
  expect(await readPage(site, deckPath('weekly-notes'))).toContain(
    '<header class="alone"><a href="/admin/training">',
  )
  expect(await readPage(site, deckPath('first-week'))).toContain('href="/manager/employee-training"')
})

test('the slides have colors also where light-dark() is not supported', async () => {
  const { body } = await site.inject(`${deckFiles}/deck.css`)
  expect(body.replaceAll(/\/\*.*?\*\//gs, '')).not.toContain('light-dark')
})

test('a deck can be framed by pages of this origin only, and runs no script [T427]', async () => {
  const { headers } = await site.inject(deckPath('first-week'))
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(headers['content-security-policy']).not.toContain('script-src')
})

test('the slides print the note windows of the rule [T182]', async () => {
  const html = await readPage(site, deckPath('weekly-notes'))
  expect(html).toContain(`can change a note for ${noteWindowDays.manager} days`)
  expect(html).toContain(`for ${noteWindowDays.admin} days`)
})

describe('what an operator may change', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'training-'))
    await cp('organization', join(root, 'organization'), { recursive: true })
  })
  afterAll(() => rm(root, { recursive: true }))

  const facts = (decks?: object) => ({ organization: { name: 'A *Star* House', decks }, retentionYears: 9 })

  test('the slides print the organization’s name, escaped, and the retention years', async () => {
    const { decks } = await readTraining(root, facts())
    expect(decks.find(({ key }) => key === 'first-week')?.markdown).toContain(
      'Welcome to A \\*Star\\* House.',
    )
    expect(decks.find(({ key }) => key === 'reports-and-exports')?.markdown).toContain('**9 years**')
  })

  test('an external address replaces a deck [T240]', async () => {
    const url = 'https://slides.example.org/week'
    const { decks } = await readTraining(root, facts({ 'first-week': url }))
    expect(decks.find(({ key }) => key === 'first-week')).toMatchObject({ url, markdown: null })
  })

  test('a link out of the folder, or a pipe, prevents startup; a link inside is followed [T1102]', async () => {
    const training = join(root, 'organization/training')
    const picture = join(training, 'pictures/key.png')
    await writeFile(join(root, 'session-secret'), 'secret')
    await symlink('../../../session-secret', picture)
    await expect(readTraining(root, facts()).then(readPictures)).rejects.toThrow(
      /key\.png is a link out of the folder .*organization, and is not read/,
    )
    await rm(picture)
    execFileSync('mkfifo', [picture])
    await expect(readTraining(root, facts()).then(readPictures)).rejects.toThrow('is not read')
    await rm(picture)

    const deck = join(training, 'first-week.md')
    await rename(deck, join(root, 'week.md'))
    await symlink('../../week.md', deck)
    await expect(readTraining(root, facts())).rejects.toThrow(/first-week\.md is a link out of the folder/)
    await rename(join(root, 'week.md'), join(root, 'organization/week.md'))
    await rm(deck)
    await symlink('../week.md', deck)
    expect((await readTraining(root, facts())).decks).toHaveLength(deckKeys.length)
    await rm(deck)
    await rename(join(root, 'organization/week.md'), deck)
  })

  test('a missing deck, or one with an unknown value or no title, prevents startup with a clear message', async () => {
    const file = join(root, 'organization/training/first-week.md')
    const before = await readFile(file, 'utf8')
    await writeFile(file, before.replace('{{organization}}', '{{organisation}}'))
    await expect(readTraining(root, facts())).rejects.toThrow(
      /first-week\.md uses \{\{organisation\}\}, which is not a known value/,
    )
    await writeFile(file, 'no title')
    await expect(readTraining(root, facts())).rejects.toThrow(/must begin with three lines/)
    await rm(file)
    await expect(readTraining(root, facts())).rejects.toThrow(/first-week\.md is missing/)
  })
})
