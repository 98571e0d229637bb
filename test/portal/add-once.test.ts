import { expect, it } from 'vitest'
import { addOnce } from '#portal/calls/add-once.ts'
import { CallFailure, failureWithoutAnswer } from '#portal/calls/call-failure.ts'

/** A server that stores what it is sent, and a line to it that can fail on either way. */
function serverBehind(line: { answers: (() => boolean)[]; looks?: (() => boolean)[] }) {
  const stored: string[] = []
  const asked: string[] = []
  const send = async (text: string) => {
    stored.push(text)
    if (line.answers.shift()?.() === false) throw failureWithoutAnswer('no-answer')
    return text
  }
  const lookFor = (text: string) => async () => {
    asked.push(text)
    if (line.looks?.shift()?.() === false) throw failureWithoutAnswer('no-answer')
    return stored.find((one) => one === text)
  }
  return { stored, asked, send, lookFor, add: addOnce(send, lookFor) }
}
const arrives = () => true
const isLost = () => false

it('what was stored though its answer was lost is found, and not sent again', async () => {
  const { add, stored } = serverBehind({ answers: [isLost] })
  expect(await add('a')).toBe('a')
  expect(stored).toEqual(['a'])
})

it('where the look fails too, the next try looks before it sends', async () => {
  const { add, stored } = serverBehind({ answers: [isLost], looks: [isLost, isLost, arrives] })
  await expect(add('a')).rejects.toMatchObject({ code: 'no-answer' })
  await expect(add('a')).rejects.toMatchObject({ code: 'no-answer' })
  expect(await add('a')).toBe('a')
  expect(stored).toEqual(['a'])
})

it('what never arrived is sent again', async () => {
  let tries = 0
  const add = addOnce(
    async (text: string) => {
      tries += 1
      if (tries === 1) throw failureWithoutAnswer('offline')
      return text
    },
    () => async () => undefined,
  )
  await expect(add('a')).rejects.toMatchObject({ code: 'offline' })
  expect(await add('a')).toBe('a')
  expect(tries).toBe(2)
})

it('the same again, once the first is known to be there, is another one; so is something else', async () => {
  const { add, stored, asked } = serverBehind({ answers: [isLost, arrives, arrives] })
  await add('a')
  await add('a')
  await add('b')
  expect(stored).toEqual(['a', 'a', 'b'])
  expect(asked).toEqual(['a'])
})

it('after a refusal nothing is looked for', async () => {
  const { asked, lookFor } = serverBehind({ answers: [] })
  const refused = new CallFailure({ message: 'No.', code: 'invalid-input' }, 400, true)
  const add = addOnce(() => Promise.reject(refused), lookFor)
  await expect(add('a')).rejects.toBe(refused)
  expect(asked).toEqual([])
})
