import { expect, it } from 'vitest'
import { addOnce, isOnTheWay } from '#portal/calls/add-once.ts'
import { CallFailure, failureWithoutAnswer } from '#portal/calls/call-failure.ts'

/** What a form sends: the id stands for everything in it. */
const person = (id: string) => ({ id })

/** A tab that keeps what has no answer yet. */
function tab() {
  let kept = ''
  return {
    key: crypto.randomUUID(),
    read: () => kept,
    write(text: string) {
      kept = text
    },
    drop() {
      kept = ''
    },
  }
}

/** A server that stores what it is sent, and a line to it that can fail on either way. */
function serverBehind(line: { answers: (() => boolean)[]; looks?: (() => boolean)[] }) {
  const stored: string[] = []
  const asked: string[] = []
  const unanswered = tab()
  async function send({ id }: { id: string }) {
    stored.push(id)
    if (line.answers.shift()?.() === false) throw failureWithoutAnswer('no-answer')
    return { id }
  }
  async function find({ id }: { id: string }) {
    asked.push(id)
    if (line.looks?.shift()?.() === false) throw failureWithoutAnswer('no-answer')
    return stored.filter((one) => one === id).map(person)
  }
  const openForm = () => addOnce({ send, known: () => [], find, unanswered })
  return { stored, asked, unanswered, find, openForm, add: openForm() }
}
const refused = new CallFailure({ message: 'No.', code: 'invalid-input' }, 400, true)
const arrives = () => true
const isLost = () => false

it('what was stored though its answer was lost is found, and not sent again', async () => {
  const { add, stored } = serverBehind({ answers: [isLost] })
  expect(await add(person('a'))).toEqual(person('a'))
  expect(stored).toEqual(['a'])
})

it('where the look fails too, the next try looks before it sends', async () => {
  const { add, stored } = serverBehind({ answers: [isLost], looks: [isLost, isLost, arrives] })
  await expect(add(person('a'))).rejects.toMatchObject({ code: 'no-answer' })
  await expect(add(person('a'))).rejects.toMatchObject({ code: 'no-answer' })
  expect(await add(person('a'))).toEqual(person('a'))
  expect(stored).toEqual(['a'])
})

it('a form that is opened again looks before it sends what was lost', async () => {
  const { add, openForm, stored } = serverBehind({ answers: [isLost], looks: [isLost] })
  await expect(add(person('a'))).rejects.toMatchObject({ code: 'no-answer' })
  expect(await openForm()(person('a'))).toEqual(person('a'))
  expect(stored).toEqual(['a'])
})

it('a page that was left while it was sent looks, too, when it is opened again', async () => {
  const { openForm, stored, unanswered, find } = serverBehind({ answers: [] })
  const earlierPage = { ...unanswered, key: 'of a page that is gone' }
  const never = async ({ id }: { id: string }) => {
    stored.push(id)
    return await new Promise<never>(() => undefined)
  }
  void addOnce({ send: never, known: () => [], find, unanswered: earlierPage })(person('a'))
  expect(await openForm()(person('a'))).toEqual(person('a'))
  expect(stored).toEqual(['a'])
})

it('what is on its way is waited for by every form that it is sent from, until its answer is there', async () => {
  // Nothing has arrived yet that a look could find.
  const { unanswered, find } = serverBehind({ answers: [] })
  const sent: string[] = []
  const answers: ((item: { id: string }) => void)[] = []
  const send = ({ id }: { id: string }) => {
    sent.push(id)
    return new Promise<{ id: string }>((answer) => answers.push(answer))
  }
  const openForm = () => addOnce({ send, known: () => [], find, unanswered })
  expect(isOnTheWay(unanswered)).toBe(false)
  const [first, again] = [openForm()(person('a')), openForm()(person('a'))]
  expect(isOnTheWay(unanswered)).toBe(true)
  await new Promise(setImmediate)
  expect(sent).toEqual(['a'])
  answers[0]?.(person('a'))
  expect(await Promise.all([first, again])).toEqual([person('a'), person('a')])
  expect(isOnTheWay(unanswered)).toBe(false)
})

it('what is on its way is not met by whoever has given up its draft', async () => {
  const { unanswered, find } = serverBehind({ answers: [] })
  const send = () => new Promise<never>(() => undefined)
  void addOnce({ send, known: () => [], find, unanswered })(person('a'))
  unanswered.drop()
  expect(isOnTheWay(unanswered)).toBe(false)
})

it.each([
  ['an answer', (answer: PromiseWithResolvers<{ id: string }>) => answer.resolve(person('a'))],
  ['a refusal', (answer: PromiseWithResolvers<{ id: string }>) => answer.reject(refused)],
])('%s to what was given up takes nothing from what was sent since', async (_, arrive) => {
  const { unanswered, find } = serverBehind({ answers: [] })
  const answers: Record<string, PromiseWithResolvers<{ id: string }>> = {
    a: Promise.withResolvers(),
    b: Promise.withResolvers(),
  }
  const send = ({ id }: { id: string }) => (answers[id] as (typeof answers)['a']).promise
  const openForm = () => addOnce({ send, known: () => [], find, unanswered })
  const givenUp = openForm()(person('a'))
  unanswered.drop()
  void openForm()(person('b'))
  const sent = unanswered.read()
  arrive(answers.a as (typeof answers)['a'])
  await givenUp.catch(() => undefined)
  expect(unanswered.read()).toBe(sent)
  expect(isOnTheWay(unanswered)).toBe(true)
})

it('what was there before it was sent is not taken for it', async () => {
  const stored = ['first']
  const sent: string[] = []
  const add = addOnce({
    async send(text: string): Promise<{ id: string }> {
      sent.push(text)
      if (sent.length === 1) throw failureWithoutAnswer('offline')
      return { id: 'second' }
    },
    known: () => [...stored],
    find: async () => stored.map(person),
    unanswered: tab(),
  })
  await expect(add('a')).rejects.toMatchObject({ code: 'offline' })
  expect(await add('a')).toEqual({ id: 'second' })
})

it('what could not be looked for is sent again', async () => {
  const { stored, unanswered, find } = serverBehind({ answers: [] })
  const send = async (input: { id: string }): Promise<{ id: string }> => {
    stored.push(input.id)
    throw failureWithoutAnswer('no-answer')
  }
  const add = addOnce({ send, known: () => undefined, find, unanswered })
  for (let time = 0; time < 2; time++) await expect(add(person('a'))).rejects.toThrow()
  expect(stored).toEqual(['a', 'a'])
})

it('what is on its way is met also where it could not be looked for, until its answer is there', async () => {
  const { unanswered, find } = serverBehind({ answers: [] })
  const answer = Promise.withResolvers<{ id: string }>()
  const add = addOnce({ send: () => answer.promise, known: () => undefined, find, unanswered })
  const adding = add(person('a'))
  expect(isOnTheWay(unanswered)).toBe(true)
  answer.resolve(person('a'))
  await adding
  expect(isOnTheWay(unanswered)).toBe(false)
  expect(unanswered.read()).toBe('')
})

it('the same again, once the first is known to be there, is another one; so is something else', async () => {
  const { add, stored, asked } = serverBehind({ answers: [isLost, arrives, arrives] })
  for (const id of ['a', 'a', 'b']) await add(person(id))
  expect(stored).toEqual(['a', 'a', 'b'])
  expect(asked).toEqual(['a'])
})

it('after an answer nothing is kept, and after a refusal nothing is looked for', async () => {
  const { add, asked, find, unanswered } = serverBehind({ answers: [arrives] })
  await add(person('a'))
  expect(unanswered.read()).toBe('')
  const addRefused = addOnce({ send: () => Promise.reject(refused), known: () => [], find, unanswered })
  await expect(addRefused(person('a'))).rejects.toBe(refused)
  expect(unanswered.read()).toBe('')
  expect(asked).toEqual([])
})
