import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { dist } from '#commands/install.mjs'
import { areaPaths, publicPaths, signInPaths } from '#contract/paths.ts'
import { startWebsite } from './website.ts'

/* What a first visit loads, in bytes as they are sent to a browser that takes brotli. */

const budgets = { home: 10_000, signInScripts: 76_000, typeface: 60_000 }

/** The scripts of a screen, by the file that is imported when it is opened; the first two come with the area's. */
const screenBudgets = [
  ['dashboard and client list', 'src/portal/main.tsx', 131_900],
  ['client details', 'src/portal/client-record.tsx', 177_700],
  ['the notes panel', 'src/portal/notes/notes-panel-screen.tsx', 168_100],
] as const

const app = await startWebsite()

async function send(url: string) {
  const { rawPayload, headers } = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
  const isCompressed = headers['content-encoding'] === 'br'
  return {
    url,
    size: rawPayload.length,
    text: `${isCompressed ? brotliDecompressSync(rawPayload) : rawPayload}`,
  }
}

/** The page, and the files that a browser loads with it. */
async function loadedWith(path: string) {
  const page = await send(path)
  const tags = [
    ...page.text.matchAll(/<(?:link rel="(?:stylesheet|icon|modulepreload)"|script [^>]*src=)[^>]*>/g),
  ]
  const addresses = tags.map(([tag]) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1] ?? '')
  return [page, ...(await Promise.all(addresses.map(send)))]
}

/** The scripts that a browser loads with a file of the areas, by Vite's manifest. */
function importedBy(file: string): string[] {
  const chunks = JSON.parse(readFileSync(join(dist, 'portal.json'), 'utf8'))
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const imported of chunks[name].imports ?? []) add(imported)
  }
  add(file)
  return [...found].map((name) => chunks[name].file)
}

const total = (files: { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)
const scriptsOf = async (path: string) => (await loadedWith(path)).filter(({ url }) => url.endsWith('.js'))

test('the home page, its styles, script and icon are at most 10 kB', async () => {
  expect(total(await loadedWith(publicPaths.home))).toBeLessThanOrEqual(budgets.home)
})

test.each(Object.values(signInPaths))('%s loads at most 76 kB of script', async (path) => {
  expect(total(await scriptsOf(path))).toBeLessThanOrEqual(budgets.signInScripts)
})

test.each(screenBudgets)('%s (%s) loads at most %i bytes of script', async (_, file, most) => {
  const ofScreen = importedBy(file).map((name) => send(`/${name}`))
  const scripts = [...(await scriptsOf(areaPaths.manager)), ...(await Promise.all(ofScreen))]
  expect(total([...new Map(scripts.map((script) => [script.url, script])).values()])).toBeLessThanOrEqual(
    most,
  )
})

test('the areas preload one typeface of at most 60 kB, and pages of the website load none [T1112]', async () => {
  const fontsOf = ({ text }: { text: string }) => text.match(/[^"'(]+\.(?:woff2?|ttf|otf)\b/g) ?? []
  for (const path of Object.values(areaPaths)) {
    const [page, ...files] = await loadedWith(path)
    const [preloaded = '', ...others] = page ? fontsOf(page) : []
    expect(others).toEqual([])
    expect(page?.text).toMatch(
      new RegExp(
        `<link rel="preload" href="${preloaded}" as="font" type="font/woff2" crossorigin="anonymous"`,
        'i',
      ),
    )
    expect(files.filter(({ url }) => url.endsWith('.css')).flatMap(fontsOf)).toEqual([preloaded])
    expect((await send(preloaded)).size).toBeLessThanOrEqual(budgets.typeface)
  }
  for (const path of Object.values(publicPaths))
    for (const file of await loadedWith(path)) expect(fontsOf(file), `${file.url} on ${path}`).toEqual([])
})

test('the scripts of a page import none that the page does not name, which would be loaded later', async () => {
  for (const path of [...Object.values(publicPaths), ...Object.values(signInPaths), areaPaths.admin]) {
    const scripts = await scriptsOf(path)
    const named = scripts.map(({ url }) => url)
    for (const { url, text } of scripts)
      for (const [, file] of text.matchAll(/(?:\bfrom|^import|;import)\s*["'`]\.\/([^"'`]+)/g))
        expect(named, `${url} on ${path}`).toContain(`/assets/${file}`)
  }
})

describe('is loaded only when needed:', () => {
  const assets = join(dist, 'assets')
  const all = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const code = all.map((name) => readFileSync(join(assets, name), 'utf8')).join('')

  test.each([
    ['jsPDF', /jsPDF/],
    ['Zod', /invalid_type/],
  ])('%s, which dashboard and client list do without', async (_, sign) => {
    expect(code).toMatch(sign)
    for (const { url, text } of await scriptsOf(areaPaths.manager)) expect(sign.test(text), url).toBe(false)
  })

  test.each([
    ['the QR code library', /invalid border=/],
    ['the router', /useRoutes\(\) may be used only/],
    ['TanStack Query', /No QueryClient set/],
  ])('%s, which sign-in pages do without', async (_, sign) => {
    expect(code).toMatch(sign)
    for (const { url, text } of await scriptsOf(signInPaths.login)) expect(sign.test(text), url).toBe(false)
  })
})

test('the portal carries no schema of a reply', () => {
  const assets = join(dist, 'assets')
  for (const name of readdirSync(assets).filter((file) => file.endsWith('.js')))
    expect(readFileSync(join(assets, name), 'utf8'), name).not.toMatch(/When the record last changed/)
})
