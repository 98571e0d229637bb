import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { dist } from '#commands/install.mjs'

/* What the portal's screens may cost, in bytes after brotli: all scripts that a first visit to them loads. */

const clientList = 110_000

interface Chunk {
  file: string
  imports?: string[]
}

let assets: string
let chunks: Record<string, Chunk>
beforeAll(async () => {
  await buildWhenChanged(() => {})
  assets = join(dist, 'portal')
  chunks = JSON.parse(readFileSync(join(assets, 'manifest.json'), 'utf8'))
})

/** The scripts of the portal's entry points and a screen, with their static imports. */
function scriptsOf(screen: string): string[] {
  const wanted = new Set<string>()
  const want = (name: string) => {
    if (wanted.has(name)) return
    wanted.add(name)
    for (const next of chunks[name]?.imports ?? []) want(next)
  }
  for (const name of ['src/portal/main.tsx', 'src/portal/start.tsx', `src/portal/${screen}`]) {
    expect(chunks, name).toHaveProperty([name])
    want(name)
  }
  return [...wanted].map((name) => readFileSync(join(assets, chunks[name]?.file ?? ''), 'utf8'))
}

const weight = (script: string) => brotliCompressSync(script).length

test('the client list loads at most 110 kB of script', () => {
  const total = scriptsOf('clients/client-list-screen.tsx').reduce((sum, script) => sum + weight(script), 0)
  expect(total).toBeLessThanOrEqual(clientList)
})

test('client list and dashboard load chart, PDF and form code only when needed', () => {
  const later = { 'Chart.js': /doughnut/, jsPDF: /jsPDF/, 'react-hook-form': /shouldUnregister/ }
  const names = readdirSync(join(assets, 'assets')).filter((name) => name.endsWith('.js'))
  const all = names.map((name) => readFileSync(join(assets, 'assets', name), 'utf8')).join('')
  for (const [library, sign] of Object.entries(later)) {
    expect(all, library).toMatch(sign)
    for (const screen of ['clients/client-list-screen.tsx', 'dashboard/dashboard-screen.tsx'])
      expect(sign.test(scriptsOf(screen).join('')), `${library} with ${screen}`).toBe(false)
  }
})
