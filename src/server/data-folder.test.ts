import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { secretFromDataFolder } from './data-folder.ts'

let dataDir: string

beforeEach(() => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'stable-housing-test-'))
  onTestFinished(() => fs.rmSync(parent, { recursive: true }))
  dataDir = path.join(parent, 'data')
})

test('a secret is generated once, in a folder and a file that are closed to others', () => {
  const secret = secretFromDataFolder(dataDir, 'session-secret')
  expect(secret).toHaveLength(43)
  expect(secretFromDataFolder(dataDir, 'session-secret')).toBe(secret)
  expect(secretFromDataFolder(dataDir, 'other')).not.toBe(secret)
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(fs.statSync(path.join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(dataDir).sort()).toEqual(['other', 'session-secret'])
})

test('an open folder and an open secret are closed', () => {
  fs.mkdirSync(dataDir)
  fs.chmodSync(dataDir, 0o777)
  fs.writeFileSync(path.join(dataDir, 'session-secret'), 'x'.repeat(43))
  fs.chmodSync(path.join(dataDir, 'session-secret'), 0o644)
  secretFromDataFolder(dataDir, 'session-secret')
  expect(fs.statSync(dataDir).mode & 0o066).toBe(0)
  expect(fs.statSync(path.join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
})

test('an empty secret is not taken for one', () => {
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'session-secret'), '')
  expect(() => secretFromDataFolder(dataDir, 'session-secret')).toThrow(/session-secret is damaged/)
})
