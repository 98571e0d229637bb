import { expect, test } from 'vitest'
import { OperatorError } from '#server/operator-error.ts'
import { createLog } from './request-log.ts'

function logTo(lines: string[]) {
  return createLog('info', { write: (line) => lines.push(line) })
}

test('logs a database error with its code and without its message, which quotes values [T498]', () => {
  const lines: string[] = []
  const quoting = 'Key (email)=(amina@example.org) already exists.'
  const error = Object.assign(new Error(`duplicate key value\n${quoting}`), {
    code: '23505',
    detail: quoting,
  })
  logTo(lines).error({ err: error }, 'a request failed')
  expect(JSON.parse(lines.join(''))).toMatchObject({
    msg: 'a request failed',
    err: { code: '23505', stack: expect.stringContaining('\n    at ') },
  })
  expect(lines.join('')).not.toContain('amina')
})

test('logs an error without a code without its message, too, which may look like a stack', () => {
  const lines: string[] = []
  logTo(lines).error({ err: new SyntaxError('Unexpected token\n    at Amina Yusuf (x:1:1)') }, 'failed')
  const { err } = JSON.parse(lines.join(''))
  expect(err).toEqual({ type: 'SyntaxError', stack: expect.stringContaining('request-log.test.ts') })
  expect(lines.join('')).not.toContain('Amina')
})

test('logs what the operator has to correct as a sentence', () => {
  const lines: string[] = []
  logTo(lines).error({ err: new OperatorError('Set X to false.') }, 'a request failed')
  expect(JSON.parse(lines.join('')).err).toEqual({ type: 'OperatorError', message: 'Set X to false.' })
})

test('writes one line of JSON even if a value contains line breaks and escape codes [T499]', () => {
  const lines: string[] = []
  const forged = 'x\r\n{"level":60,"msg":"forged"}\u2028\u001b[2J'
  logTo(lines).info({ route: forged }, forged)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^\P{Cc}+\n$/u)
  expect(JSON.parse(`${lines[0]}`)).toMatchObject({ route: forged, msg: forged })
})
