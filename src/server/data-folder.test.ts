import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { prepareDataFolder, secretFromDataFolder } from './data-folder.ts'

let dataDir: string

beforeEach(() => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'stable-housing-test-'))
  onTestFinished(() => fs.rmSync(parent, { recursive: true }))
  dataDir = path.join(parent, 'data')
})

test('generates a secret once, in a folder and a file that only the owner can read [T375]', () => {
  const secret = secretFromDataFolder(dataDir, 'session-secret')
  expect(secret).toHaveLength(43)
  expect(secretFromDataFolder(dataDir, 'session-secret')).toBe(secret)
  expect(secretFromDataFolder(dataDir, 'other')).not.toBe(secret)
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(fs.statSync(path.join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(dataDir).sort()).toEqual(['other', 'session-secret'])
})

test('removes other users’ access to the folder and the secret [T391]', () => {
  fs.mkdirSync(dataDir)
  fs.chmodSync(dataDir, 0o777)
  fs.writeFileSync(path.join(dataDir, 'session-secret'), 'x'.repeat(43))
  fs.chmodSync(path.join(dataDir, 'session-secret'), 0o644)
  secretFromDataFolder(dataDir, 'session-secret')
  expect(fs.statSync(dataDir).mode & 0o066).toBe(0)
  expect(fs.statSync(path.join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
})

test('rejects an empty secret', () => {
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'session-secret'), '')
  expect(() => secretFromDataFolder(dataDir, 'session-secret')).toThrow(/session-secret is damaged/)
})

test('names the file or link that is in the place of the data folder', () => {
  const parent = path.dirname(dataDir)
  const [file, link, loop] = ['file', 'link', 'loop'].map((name) => path.join(parent, name)) as [
    string,
    string,
    string,
  ]
  fs.writeFileSync(file, '')
  fs.symlinkSync(path.join(parent, 'disk-that-is-not-there'), link)
  fs.symlinkSync(loop, loop)
  for (const [folder, named] of [
    [file, file],
    [link, link],
    [loop, loop],
    [path.join(file, 'data'), file],
    [path.join(link, 'data'), link],
  ] as const)
    expect(() => prepareDataFolder(folder), folder).toThrow(
      `${named} is not a folder. Set DATA_DIR to a folder, or remove the file or link that is in its way.`,
    )
})

test('rejects a data folder that others use, or that cannot be made', () => {
  expect(() => prepareDataFolder('/tmp')).toThrow('which other programs use, too')
  expect(() => prepareDataFolder('/proc/data')).toThrow(/\/proc.* Set DATA_DIR to another folder\.$/)
})

test.skipIf(process.getuid?.() === 0)('rejects a data folder that this account may not write to', () => {
  fs.mkdirSync(dataDir, { mode: 0o555 })
  expect(() => prepareDataFolder(path.join(dataDir, 'below'))).toThrow('may not write to')
})
