import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicPaths } from '#contract/paths.ts'
import { publicAddresses } from './public-addresses.ts'
import { readPage, startWebsite } from './website.ts'

/* What the pages may cost, in bytes after brotli. People load them on old phones and slow lines. */

const budgets = { homeHtml: 6 * 1024, style: 8 * 1024, siteScript: 1.5 * 1024, pageScript: 3 * 1024 }

let app: FastifyInstance
let home: string
let paths: string[]
beforeAll(async () => {
  app = await startWebsite()
  home = await readPage(app, publicPaths.home)
  paths = await publicAddresses(app)
})
afterAll(() => app?.close())

describe('the home page', () => {
  test('weighs little, its drawings aside', () => {
    expect(weight(withoutDrawings(home))).toBeLessThanOrEqual(budgets.homeHtml)
  })

  test('loads one style sheet and one small script', async () => {
    expect(stylesOf(home)).toHaveLength(1)
    expect(scriptsOf(home)).toHaveLength(1)
    const script = await readPage(app, scriptsOf(home)[0] ?? '')
    expect(weight(script)).toBeLessThanOrEqual(budgets.siteScript)
    // What it imported would be more requests than the page itself names.
    expect(script).not.toMatch(/\bimport\b/)
  })

  test('has at most six requests: itself and what its markup names', () => {
    const named = [
      ...home.matchAll(/<(?:script|img|link(?! rel="canonical"))[^>]*?(?:src|href)="(\/[^"]+)"/g),
    ]
    expect(new Set(named.map(([, address]) => address)).size + 1).toBeLessThanOrEqual(6)
  })
})

test('all public pages share the one style sheet, and it is small', async () => {
  const sheets = new Set<string>()
  for (const path of paths) for (const href of stylesOf(await readPage(app, path))) sheets.add(href)
  expect(sheets.size).toBe(1)
  expect(weight(await readPage(app, [...sheets][0] ?? ''))).toBeLessThanOrEqual(budgets.style)
})

test('a page’s own script is small, and no other page carries it', async () => {
  const [shared] = scriptsOf(home)
  const own = new Set<string>()
  for (const path of paths) {
    const scripts = scriptsOf(await readPage(app, path))
    expect(scripts[0], path).toBe(shared)
    for (const script of scripts.slice(1)) own.add(script)
  }
  for (const script of own)
    expect(weight(await readPage(app, script)), script).toBeLessThanOrEqual(budgets.pageScript)
})

function stylesOf(html: string): string[] {
  return [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)
}

function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src = '']) => src)
}

/** Illustrations are content, as photographs would be, only that they come with the page. */
function withoutDrawings(html: string): string {
  return html.replace(/<svg\b(?=[^>]*role="img").*?<\/svg>/gs, '')
}

function weight(content: string): number {
  return brotliCompressSync(content).length
}
