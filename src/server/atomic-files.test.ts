import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeIfAbsent } from './atomic-files.ts'

test('keeps the file of the first of two writers', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stable-housing-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'name')
  writeIfAbsent(file, 'first')
  writeIfAbsent(file, 'second')
  expect(fs.readFileSync(file, 'utf8')).toBe('first')
  expect(fs.readdirSync(folder)).toEqual(['name'])
})
