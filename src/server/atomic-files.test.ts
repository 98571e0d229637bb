import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFile, replaceFileAsync, writeIfAbsent } from './atomic-files.ts'

test('keeps the file of the first of two writers', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stable-housing-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'name')
  writeIfAbsent(file, 'first')
  writeIfAbsent(file, 'second')
  expect(fs.readFileSync(file, 'utf8')).toBe('first')
  expect(fs.readdirSync(folder)).toEqual(['name'])
})

test.skipIf(process.getuid?.() !== 0)('gives what root writes to the owner of the folder', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stable-housing-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  fs.chownSync(folder, 1234, 5678)
  const files = ['new', 'replaced', 'written'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeIfAbsent(files[0], '')
  replaceFile(files[1], '')
  await replaceFileAsync(files[2], '')
  for (const file of files) expect(fs.statSync(file)).toMatchObject({ uid: 1234, gid: 5678, mode: 0o100600 })
})
