import { expect, test } from 'vitest'
import { encryptionTo, greetingName } from './transports.ts'

test.each([
  ['smtp://mail.example.org', true],
  ['smtp://203.0.113.9', true],
  ['smtp://user:password@192.168.1.2', true],
  ['smtp://192.168.1.2', false],
  ['smtp://[fd00::1]', false],
  ['smtp://relay', false],
])('mail to %s needs TLS: %s', (url, requireTLS) => {
  expect(encryptionTo(url)).toEqual({ requireTLS })
})

test('on this machine the certificate does not matter', () => {
  expect(encryptionTo('smtp://user:password@localhost:2525')).toEqual({ tls: { rejectUnauthorized: false } })
})

test.each([
  ['https://housing.example.org', 'housing.example.org'],
  ['http://localhost:3000', undefined],
  ['http://192.168.1.2', undefined],
  ['http://[fd00::1]', undefined],
])('a program at %s greets a mail server as %s', (publicUrl, name) => {
  expect(greetingName(publicUrl)).toBe(name)
})
