import { createSecretKey } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { writeNewFile } from './backup-file.ts'
import { openBackup } from './format.ts'
import { signedBlocks } from './signed-blocks.ts'

const folder = fs.mkdtempSync(path.join(tmpdir(), 'stable-housing-format-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const signingKey = { id: 'a0b1c2d3e4f5', secret: createSecretKey(Buffer.alloc(32, 7)) }

let count = 0
/** Opens a backup with these tables. */
async function openWith(tables: string[], after = '') {
  const header = {
    product: '1.0.0',
    postgres: '18.4',
    createdAt: '2026-06-15T15:00:00.000Z',
    migrations: [],
    tables: tables.map((_, place) => ({ name: `table${place}`, columns: ['text'], rows: 1 })),
    newestSeal: null,
  }
  const sections = tables.map((rows) => `${rows}\\.\n`)
  const content = async function* () {
    yield deflateSync(`${JSON.stringify(header)}\n${sections.join('')}${after}`, { level: 1 })
  }
  count += 1
  const file = path.join(folder, `${count}.backup`)
  await writeNewFile(
    file,
    signedBlocks(content(), signingKey, { isEncrypted: false, createdAt: new Date(0) }),
  )
  const opened = await openBackup(file, { key: undefined, keys: [signingKey] })
  onTestFinished(opened.close)
  return opened
}

test('reads tables of every length, wherever the text is split', async () => {
  const lengths = [0, 1, 5, 16_000, ...Array.from({ length: 40 }, (_, n) => 16_360 + n), 40_000]
  const tables = ['', '\n', '\n\n', 'a\\.\n', '\\\\.\n', '.\n', ...lengths.map((n) => `${'a'.repeat(n)}\n`)]
  const { nextTable, end } = await openWith(tables)
  for (const table of tables) {
    let text = ''
    for await (const part of nextTable()) text += part
    expect(text === table, `${table.length} characters`).toBe(true)
  }
  await end()
})

test('reads a long row in parts, instead of collecting it', async () => {
  const { nextTable, end } = await openWith([`${'a'.repeat(8_000_000)}\n`])
  let length = 0
  for await (const part of nextTable()) {
    expect(part.length).toBeLessThan(100_000)
    length += part.length
  }
  expect(length).toBe(8_000_001)
  await end()
})

test('refuses what follows the last table', async () => {
  const { nextTable, end } = await openWith(['a\n'], 'more')
  for await (const _ of nextTable());
  await expect(end()).rejects.toThrow('is damaged or was changed')
})
