import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { root } from '#test/support/source-tree.ts'

/* `npm run screens`. */

const screens = (...options: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'commands/screens.ts'), ...options])

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stable-housing-pictures-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

const picturesOf = (screen: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`${screen}-`))
    .sort()

/** Expects WebP images that all differ from each other. */
function expectDifferent(pictures: string[]): void {
  const contents = pictures.map((name) => readFileSync(join(folder, name)).toString('latin1'))
  expect(new Set(contents).size).toBe(pictures.length)
  for (const content of contents) expect(content).toMatch(/^RIFF.{4}WEBP/s)
}

test('a screen is photographed at two widths, light and dark, and put on a contact sheet', async () => {
  await screens('--only', 'login', '--into', folder)
  const pictures = picturesOf('login')
  expect(pictures).toEqual(
    ['1280-dark', '1280-light', '375-dark', '375-light'].map((variant) => `login-${variant}.webp`),
  )
  expectDifferent(pictures)
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('login-375-dark.webp')
})

test('a folder that is not empty is rejected and left as it is', async () => {
  writeFileSync(join(folder, 'holiday.jpg'), 'a beach')
  await expect(screens('--only', 'login', '--into', folder)).rejects.toThrow(/is not empty/)
  expect(readdirSync(folder)).toEqual(['holiday.jpg'])
})

test('a mistyped option is explained before anything starts', async () => {
  await expect(screens('--widths', 'wide', '--into', folder)).rejects.toThrow(
    /--widths are numbers of pixels/,
  )
})
