import { expect, test } from 'vitest'
import { savedName, typeAdvice, typeOfContent } from './rules.ts'

test('knows a file by its first bytes', () => {
  expect(typeOfContent('%PDF-1.7')).toBe('application/pdf')
  expect(typeOfContent('\xff\xd8\xff\xe0')).toBe('image/jpeg')
  expect(typeOfContent('\x89PNG\r\n\x1a\n')).toBe('image/png')
  for (const other of ['', '%PDF', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', ' %PDF-1.7'])
    expect(typeOfContent(other), other).toBeUndefined()
})

test('says for HEIC how a phone sends JPEG', () => {
  expect(typeAdvice('\0\0\0\x18ftypheic')).toMatch(/HEIC.*Most Compatible/)
  expect(typeAdvice('\0\0\0\x18ftypmp42')).toBe('Only PDF, JPEG and PNG files can be stored.')
})

test('a file is saved with the extension of what it is', () => {
  expect(savedName({ name: 'Lease.JPEG', type: 'image/jpeg' })).toBe('Lease.jpg')
  expect(savedName({ name: 'Lease', type: 'application/pdf' })).toBe('Lease.pdf')
  expect(savedName({ name: '../page 1/2.html', type: 'application/pdf' })).toBe('.._page 1_2.html.pdf')
})
