import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Draft } from '#contract/drafts/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { failed, noteCalls, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import type { Answers } from '#test/support/portal-screen.tsx'
import { draftListQuery } from './drafts.ts'

/* Text is stored only in a session of the browser. */

const { id } = exampleClient
const key = `note:${id}`

const busy = failed('busy', 400)

/** A server that keeps drafts, or answers as the test says. */
function draftServer(...keys: string[]) {
  const stored = new Map<string, Draft>()
  const server = {
    stored,
    failure: undefined as (() => Response) | undefined,
    /** As another window stores it. */
    save(key: string, values: Draft['values'], changedAt = '2026-03-04T15:12:00.000Z') {
      const revision = (stored.get(key)?.revision ?? 0) + 1
      const draft = { key, id: 'the-id-of-the-draft', values, version: null, revision, changedAt }
      stored.set(key, draft)
      return draft
    },
  }
  const answers: Answers = {
    'GET /drafts': () =>
      server.failure?.() ??
      Response.json([...stored.values()].map(({ values: _, ...draft }) => ({ ...draft, about: null }))),
  }
  for (const key of keys) {
    const path = `/drafts/${encodeURIComponent(key)}`
    const changed = () => failed('draft-changed', 409, { current: stored.get(key) ?? null })()
    answers[`GET ${path}`] = () => Response.json(stored.get(key) ?? null)
    answers[`PUT ${path}`] = (body) => {
      const { values, revision } = body as Draft
      if (server.failure) return server.failure()
      if ((stored.get(key)?.revision ?? null) !== revision) return changed()
      return Response.json(server.save(key, values, new Date().toISOString()))
    }
    answers[`DELETE ${path}?revision=1`] = () => {
      stored.delete(key)
      return new Response(null, { status: 204 })
    }
  }
  return { ...server, answers, server }
}

/** The panel of a client. */
async function openPanel(drafts: ReturnType<typeof draftServer>, search = '') {
  const opened = await openArea({
    role: 'manager',
    address: screenPath('manager', 'clientNotes', id) + search,
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [noteCalls.list]: () => pageOf([]),
      'POST /follow-ups/search': () => pageOf([]),
      ...drafts.answers,
    },
  })
  return { ...opened, note: opened.screen.getByLabelText('New Weekly Note') }
}

const saved = /^Draft saved at \d+:\d\d [AP]M\./
const isLeft = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a form waits until its draft can be loaded', async () => {
  const drafts = draftServer(key)
  drafts.save(key, { text: 'Half a thought' })
  drafts.server.failure = busy
  const { screen, note } = await openPanel(drafts)
  await expect.element(screen.getByText('Your draft could not be loaded.')).toBeVisible()
  expect(note.elements()).toEqual([])
  drafts.server.failure = undefined
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(note).toHaveValue('Half a thought')
})

test('while text is not stored the form says so, and leaving or logging out asks first [T413]', async () => {
  const drafts = draftServer(key)
  const { screen, note } = await openPanel(drafts)
  expect(isLeft(), 'without text').toBe(true)
  drafts.server.failure = busy
  await note.fill('Half a thought')
  await expect.element(screen.getByText(/^Your text has not been saved yet/)).toBeVisible()
  expect(isLeft()).toBe(false)
  await screen.getByRole('button', { name: 'Profile' }).click()
  await screen.getByRole('button', { name: 'Logout' }).click()
  const question = screen.getByRole('alertdialog', { name: 'Log out without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(note).toHaveValue('Half a thought')

  drafts.server.failure = undefined
  await note.click()
  await userEvent.keyboard(' more')
  await expect.element(screen.getByText(saved)).toBeVisible()
  expect(isLeft()).toBe(true)
})

test('leaving asks for text of the last second where the browser sends nothing after that', async () => {
  const { screen, note } = await openPanel(draftServer(key))
  await note.fill('Half a thought')
  await expect.element(screen.getByText(saved)).toBeVisible()
  await note.fill('Half a thought and more')
  expect(isLeft()).toBe(true)
  const { prototype } = Request
  const keepalive = Object.getOwnPropertyDescriptor(prototype, 'keepalive') as PropertyDescriptor
  onTestFinished(() => void Object.defineProperty(prototype, 'keepalive', keepalive))
  Reflect.deleteProperty(prototype, 'keepalive')
  expect(isLeft()).toBe(false)
  await expect.poll(isLeft).toBe(true)
})

test('a text that is too long says so, and stays in the form', async () => {
  const drafts = draftServer(key)
  const { screen, note } = await openPanel(drafts)
  drafts.server.failure = failed('too-large', 413)
  await note.fill('Far too long')
  await expect
    .element(screen.getByText('Your text has not been saved yet because it is too long.', { exact: false }))
    .toBeVisible()
  await expect.element(note).toHaveValue('Far too long')
})

test('text that met that of another window is kept beside it, and the form leads there', async () => {
  const drafts = draftServer(key, `${key}~2`)
  const { screen, note, queries, router } = await openPanel(drafts)
  drafts.save(key, { text: 'Typed on the phone' })
  await note.fill('Typed here')
  const notice = screen
    .getByRole('status')
    .filter({ hasText: 'Another window has other text for this form.' })
  await expect.element(notice).toBeVisible()
  await expect.element(screen.getByText(saved)).toBeVisible()
  await expect.element(note).toHaveValue('Typed here')
  expect([...drafts.stored.values()].map(({ values }) => values.text)).toEqual([
    'Typed on the phone',
    'Typed here',
  ])
  const time = screen.getByText(saved).element().textContent
  // As when the person comes back to the window.
  drafts.save(key, { text: 'Typed on the phone, later' }, '2026-03-04T08:00:00.000Z')
  await queries.refetchQueries(draftListQuery)
  expect(screen.getByText(saved).element().textContent).toBe(time)

  await notice.getByRole('link', { name: 'Open it' }).click()
  await expect.element(note).toHaveValue('Typed on the phone, later')
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await screen.getByRole('link', { name: 'Open it' }).click()
  await expect.element(note).toHaveValue('Typed here')

  // By Back the form has its own text again, not that of the link before.
  await router.navigate(-1)
  await expect.element(note).toHaveValue('Typed on the phone, later')
  await router.navigate(-1)
  await expect.element(note).toHaveValue('Typed here')
  await note.click()
  await userEvent.keyboard(' too')
  await expect.poll(() => drafts.stored.get(`${key}~2`)?.values.text).toBe('Typed here too')
})

test('a link to text that was saved or discarded meanwhile opens an empty form, and is gone after that', async () => {
  const drafts = draftServer(key, `${key}~2`)
  drafts.save(key, { text: 'Typed on the phone' })
  drafts.save(`${key}~2`, { text: 'Typed here' })
  const { screen, note, router } = await openPanel(drafts, `?draft=${key}~2`)
  await expect.element(note).toHaveValue('Typed here')
  drafts.stored.delete(key)
  const link = screen.getByRole('link', { name: 'Open it' })
  await link.click()
  await expect.element(note).toHaveValue('')
  await router.navigate(-1)
  await expect.element(note).toHaveValue('Typed here')
  await expect.element(link).not.toBeInTheDocument()
})

test('text that another window has discarded is stored again when the person comes back', async () => {
  const drafts = draftServer(key)
  const { note } = await openPanel(drafts)
  await note.fill('Typed here')
  await expect.poll(() => drafts.stored.get(key)?.values.text).toBe('Typed here')
  drafts.stored.clear()
  dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => drafts.stored.get(key)?.values.text).toBe('Typed here')
  await expect.element(note).toHaveValue('Typed here')
})

test('leaving a field unchanged stores nothing over the text of another window', async () => {
  const form = `edit-client:${id}`
  const drafts = draftServer(form)
  drafts.save(form, { address: '9 Cedar Avenue' })
  const { screen, requests } = await openArea({
    role: 'manager',
    address: screenPath('manager', 'editClient', id),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      'GET /workers': () => Response.json([]),
      ...drafts.answers,
    },
  })
  await expect.element(screen.getByLabelText('Address')).toHaveValue('9 Cedar Avenue')
  await screen.getByLabelText('Phone').click()
  await userEvent.tab()
  await expect.element(screen.getByLabelText('Phone')).not.toHaveFocus()
  expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([])
})

test('Add Client opens empty beside an unfinished client of another window, and leads to it', async () => {
  const drafts = draftServer('new-client', 'new-client~2')
  drafts.save('new-client', { firstName: 'Pa Houa' })
  const address = screenPath('manager', 'addClient')
  const { screen } = await openArea({
    ...{ role: 'manager', address },
    answers: { 'GET /workers': () => Response.json([]), ...drafts.answers },
  })
  const name = screen.getByLabelText('First Name')
  await expect.element(screen.getByText('You have an unfinished new client.')).toBeVisible()
  await expect.element(name).toHaveValue('')
  await name.fill('Ayan')
  await expect.poll(() => drafts.stored.get('new-client~2')?.values.firstName).toBe('Ayan')
  expect(location.search, 'what a reload continues').toBe('?draft=new-client~2')
  await name.fill('')
  await expect.poll(() => drafts.stored.has('new-client~2')).toBe(false)
  expect(location.search).toBe('')
  await name.fill('Ayan')
  await expect.poll(() => drafts.stored.has('new-client~2')).toBe(true)
  await screen.getByRole('link', { name: 'Open it' }).click()
  await expect.element(name).toHaveValue('Pa Houa')
  await screen.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(() => [...drafts.stored.keys()]).toEqual(['new-client~2'])
})
