import '#ui/foundation.css'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Note } from '#contract/notes/schema.ts'
import { emulate } from '#test/support/emulated-browser.ts'
import { exampleNote, failed, noteCalls, openNotes, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import type { Answers } from '#test/support/portal-screen.tsx'

const { id } = exampleClient
const busy = failed('busy', 400)
const loadFailed = 'Unable to load notes. Please try again later.'

/** The server's list, which the test changes. */
function notesOnServer(...notes: Note[]) {
  const list = { notes, answer: () => pageOf(list.notes) as Response | Promise<Response> }
  return list
}

test('notes that can’t be loaded are loaded on request [T57]', async () => {
  let answer = busy
  const loaded = () => pageOf([exampleNote({ text: 'Still here.' })])
  const { screen } = await openNotes({ answers: { [noteCalls.list]: () => answer() } })
  const message = screen.getByText(loadFailed)
  await expect.element(message).toBeVisible()
  expect(screen.getByText(/ total$/).elements(), 'a count that may be wrong').toEqual([])
  const { color } = getComputedStyle(message.element())
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  expect(red, color).toBeGreaterThan(2 * Math.max(green, blue))
  answer = loaded
  ;(screen.getByRole('button', { name: 'Try again' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Still here.')).toBeVisible()
  expect(message.elements()).toEqual([])
  await expect.element(screen.getByRole('heading', { name: 'Weekly Client Notes' })).toHaveFocus()
  await screen.unmount()

  answer = busy
  const details = await openNotes({ screen: 'client-details', answers: { [noteCalls.list]: () => answer() } })
  await expect.element(details.screen.getByRole('alert')).toBeVisible()
  expect(document.querySelector('.card')?.textContent).toMatch(
    /Unable to load the notes\.Too much to do\..*No notes for this client\.$/,
  )
  expect(details.screen.getByRole('alert').element().textContent).not.toContain('No notes for this client.')
  answer = loaded
  await details.screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(details.screen.getByText('Still here.')).toBeVisible()
})

test('the panel says so when notes take long to load', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { screen } = await openNotes({ answers: { [noteCalls.list]: () => new Promise(() => {}) } })
    const late = screen.getByText('This is taking longer than usual.')
    await vi.advanceTimersByTimeAsync(7900)
    expect(late.elements()).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await expect.element(late).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('the panel of an unknown client shows the specified text, and then the reason', async () => {
  const { screen } = await openNotes({ answers: { [`GET /clients/${id}`]: failed('not-found', 404) } })
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(
      /^Unable to load notes\. Please try again later\.This client could not be found\. The link may be wrong/,
    )
  await expect.element(screen.getByRole('link', { name: 'Back to clients' })).toBeVisible()
  expect(screen.getByLabelText('New Weekly Note').elements()).toHaveLength(0)
})

test('a note is sent as typed, and with the same key after a failure [T56]', async () => {
  const server = notesOnServer()
  const sent: unknown[] = []
  let answer = busy
  const { screen } = await openNotes({
    answers: {
      [noteCalls.list]: () => server.answer(),
      [noteCalls.add](body) {
        sent.push(body)
        return answer()
      },
    },
  })
  const [call, keys] = [fetch, [] as (string | null)[]]
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST' && url.endsWith('/notes'))
      keys.push(new Headers(init.headers).get('idempotency-key'))
    return call(url, init)
  })
  const [input, add] = [
    screen.getByLabelText('New Weekly Note'),
    screen.getByRole('button', { name: 'Add Note' }),
  ]
  await expect
    .element(screen.getByText("No notes added yet. Start tracking this client's progress."))
    .toBeVisible()
  await expect.element(screen.getByText('0 total')).toBeVisible()
  await expect.element(input).toHaveAttribute('placeholder', 'Write your weekly update...')
  await expect.element(add).toBeDisabled()
  await input.fill('   ')
  await expect.element(add).toBeDisabled()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(sent, 'a blank note').toEqual([])

  const text = 'First line\nSecond line 🙂 <b>not bold</b>'
  await input.fill(text)
  await add.click()
  await expect.element(screen.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect.element(input).toHaveValue(text)
  const note = exampleNote({ text, createdAt: '2026-03-05T18:00:00Z' })
  answer = () => Response.json(note, { status: 201 })
  server.notes = [note]
  await input.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByText('Note added.')).toBeVisible()
  await expect.element(screen.getByText('1 total')).toBeVisible()
  await expect.element(input).toHaveValue('')
  const item = screen.getByRole('listitem')
  expect((item.getByText(/not bold/).element() as HTMLElement).innerText).toBe(text)
  await expect.element(item).toMatchTextContent('Mia Berg')
  await expect.element(item).toMatchTextContent('m@example.org')
  await expect.element(item.getByRole('time')).toMatchTextContent('Mar 5, 2026')
  expect(sent).toEqual(Array(2).fill({ text, author: 'm@example.org', clientId: id }))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('the client comes before the screen’s name, on the screen and for screen readers', async () => {
  const { screen } = await openNotes({ answers: { [noteCalls.list]: () => pageOf([]) } })
  const client = screen.getByRole('link', { name: 'Hodan Warsame' })
  await expect.element(client).toBeVisible()
  const heading = screen.getByRole('heading', { level: 1 }).element()
  expect(client.element().compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(client.element().getBoundingClientRect().bottom).toBeLessThan(heading.getBoundingClientRect().top)
})

test('an author’s address is shown once, and with each name if two people share it [T798]', async () => {
  const other = { authorId: 'e2', author: 'berg@example.org' }
  const notes = ['n1', 'n2', 'n3'].map((id) => exampleNote({ id, _id: id }))
  const addresses = async (...shown: Note[]) => {
    const { screen } = await openNotes({ answers: { [noteCalls.list]: () => pageOf(shown) } })
    await expect.element(screen.getByText(`${shown.length} total`)).toBeVisible()
    const texts = screen
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
    await screen.unmount()
    return texts.map((text) => /(m|berg)@example\.org/.exec(text ?? '')?.[0])
  }
  expect(await addresses(...notes)).toEqual(['m@example.org', undefined, undefined])
  const namesake = exampleNote({ id: 'n4', _id: 'n4', ...other })
  expect(await addresses(...notes, namesake)).toEqual([...Array(3).fill('m@example.org'), 'berg@example.org'])
  expect(await addresses(...notes, { ...namesake, authorName: 'Ann Berg' })).toEqual([
    'm@example.org',
    undefined,
    undefined,
    'berg@example.org',
  ])
})

test('a saved note appears at once, even if reloading fails [T94]', async () => {
  const server = notesOnServer()
  const note = exampleNote({ text: 'Clicked twice.' })
  const reloading = Promise.withResolvers<Response>()
  const { screen, requests } = await openNotes({
    answers: {
      [noteCalls.list]: () => server.answer(),
      [noteCalls.add]: () => Response.json(note, { status: 201 }),
    },
  })
  await expect.element(screen.getByText('0 total')).toBeVisible()
  server.answer = () => reloading.promise
  const input = screen.getByLabelText('New Weekly Note')
  await input.fill('Clicked twice.')
  const add = screen.getByRole('button', { name: 'Add Note' }).element() as HTMLButtonElement
  add.click()
  add.click()
  await expect.element(screen.getByText('Note added.')).toBeVisible()
  await expect.element(screen.getByText('1 total')).toBeVisible()
  await userEvent.keyboard('The next one.')
  await expect.element(input).toHaveValue('The next one.')
  reloading.resolve(busy())
  await expect.element(screen.getByText(loadFailed)).toBeVisible()
  await expect.element(screen.getByText('Clicked twice.')).toBeVisible()
  expect(requests.filter((request) => request === noteCalls.add)).toHaveLength(1)
})

test('many notes are read page by page [T55]', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  const notes = Array.from({ length: 60 }, (_, week) =>
    exampleNote({
      id: `n${week}`,
      text: `Week ${week}.`,
      createdAt: new Date(Date.now() - week * 7 * 24 * 60 * 60 * 1000).toISOString(),
    }),
  )
  const pages = (first: number) => ({
    [noteCalls.list]: () => pageOf(notes.slice(0, first), { total: 60, nextCursor: 'older' }),
    [`${noteCalls.list}&cursor=older`]: () => pageOf(notes.slice(25), { total: 60 }),
  })
  const { screen } = await openNotes({ role: 'employee', answers: pages(25) })
  const items = screen.getByRole('listitem').filter({ hasText: 'Week' })
  const more = screen.getByRole('button', { name: 'Load more notes' })
  await expect.element(screen.getByText('60 total')).toBeVisible()
  expect(items.elements()).toHaveLength(25)
  const history = screen.getByRole('region', { name: 'Notes, newest first' }).element()
  // Beside the form, on a wide screen, it is as high as the window.
  await page.viewport(800, 800)
  expect(history.getBoundingClientRect().height).toBeLessThanOrEqual(400)
  const isScrolling = () => history.scrollHeight > history.clientHeight + 1
  ;(more.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => items.elements()).toHaveLength(60)
  expect(more.elements()).toEqual([])
  await expect.element(items.nth(25)).toHaveFocus()
  await screen.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(isScrolling).toBe(false)
  await screen.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(isScrolling).toBe(true)
  await screen.unmount()

  for (const [kind, role, text] of [
    ['client-details', 'employee', 'Showing the newest 2 of 60 notes. Load the rest to print them all.'],
    [
      'client-details',
      'super-admin',
      'Showing the newest 2 of 60 notes. The notes report includes them all.',
    ],
    ['client-notes', 'super-admin', 'Showing the newest 2 of 60 notes. The notes report includes them all.'],
  ] as const) {
    const details = await openNotes({ screen: kind, role, answers: pages(2) })
    await expect.element(details.screen.getByText('Week 1.')).toBeVisible()
    await expect.element(details.screen.getByText(text)).not.toBeVisible()
    await emulate({ media: 'print' })
    await expect.element(details.screen.getByText(text)).toBeVisible()
    await emulate({})
    await details.screen.unmount()
  }

  const key = `edit-note:${id}:n55`
  const draft = { key, id: 'd1', version: 1, revision: 1, changedAt: new Date().toISOString() }
  const edited = await openNotes({
    role: 'super-admin',
    area: 'admin',
    answers: {
      ...pages(2),
      'GET /drafts': () => Response.json([{ ...draft, about: 'Hodan' }]),
      [`GET /drafts/${encodeURIComponent(key)}`]: () =>
        Response.json({ ...draft, values: { text: 'Half an edit.' } }),
    },
  })
  await expect.element(edited.screen.getByText(/^You have an unsaved edit of an older note\./)).toBeVisible()
  await edited.screen.getByRole('button', { name: 'Load more notes' }).click()
  await expect.element(edited.screen.getByLabelText('Note text')).toHaveValue('Half an edit.')
})

test('the follow-up of a note stays open while its error is corrected', async () => {
  const { screen } = await openNotes({ answers: { [noteCalls.list]: () => pageOf([]) } })
  await screen.getByLabelText('New Weekly Note').fill('Toured two apartments.')
  await screen.getByText('Follow-up', { exact: true }).click()
  const what = screen.getByLabelText('What to do')
  await what.fill('Send the application.')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  const error = screen.getByText('Choose a date')
  await expect.element(error).toBeVisible()
  await screen.getByLabelText('Due on').fill('2026-03-05')
  await expect.poll(() => error.elements()).toEqual([])
  await expect.element(screen.getByLabelText('Due on')).toBeVisible()
  await expect.element(what).toBeVisible()
})

test('a note documents a service, and the row below it is empty again [T553]', async () => {
  const server = notesOnServer()
  const edits: unknown[] = []
  const { screen } = await openNotes({
    answers: {
      [noteCalls.list]: () => server.answer(),
      [noteCalls.add](body) {
        const note = exampleNote({ id: `n${server.notes.length}`, minutes: 45, ...(body as object) })
        server.notes = [note, ...server.notes]
        return Response.json(note, { status: 201 })
      },
      [noteCalls.one('PUT', 'n0')](body) {
        edits.push(body)
        const [latest, first] = server.notes as [Note, Note]
        const note = { ...first, ...(body as object), goals: [], minutes: 90, version: 2 }
        server.notes = [latest, note]
        return Response.json(note)
      },
    },
  })
  const facts = screen.getByRole('group', { name: 'About the service' })
  const add = screen.getByRole('button', { name: 'Add Note' })
  await screen.getByLabelText('New Weekly Note').fill('Toured two apartments.')
  await facts.getByRole('button', { name: 'Today' }).click()
  await facts.getByLabelText('From').fill('14:00')
  await facts.getByLabelText('To').fill('13:00')
  await facts.getByLabelText('Service', { exact: true }).selectOptions('Housing Transition')
  await facts.getByLabelText('Contact').selectOptions('In person')
  await facts.getByLabelText('Place').fill('Library')
  await add.click()
  await expect.element(facts.getByText('The end must be after the start')).toBeVisible()
  await facts.getByLabelText('To').fill('14:45')
  await add.click()
  const shown = /\d · 2:00–2:45 PM \(45 minutes\) · Housing Transition · In person · Library$/
  await expect.element(screen.getByText(shown)).toBeVisible()
  await expect.element(facts.getByLabelText('Date of service')).toHaveValue('')
  await expect.element(facts.getByLabelText('Place')).toHaveValue('')

  // By keyboard, all seven facts take seven presses besides typing: 'Today' goes on to the time.
  await screen.getByLabelText('New Weekly Note').click()
  await userEvent.keyboard('Called the landlord.{Tab}{Enter}')
  await expect.element(facts.getByLabelText('From')).toHaveFocus()
  await userEvent.keyboard('0200p{Tab}{Tab}0245p{Tab}Housing T{Tab}Ph{Tab}Office{Enter}')
  await expect
    .element(screen.getByText(/\d · 2:00–2:45 PM \(45 minutes\) · Housing Transition · Phone · Office$/))
    .toBeVisible()

  // A changed time changes the minutes, which nobody has to correct.
  await screen.getByRole('button', { name: 'Edit' }).last().click()
  const edited = screen.getByRole('listitem').getByRole('group', { name: 'About the service' })
  await edited.getByLabelText('To').fill('15:30')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/2:00–3:30 PM \(90 minutes\)/)).toBeVisible()
  expect(edits).toMatchObject([{ startTime: '14:00', endTime: '15:30', version: 1 }])
  expect(edits[0]).not.toHaveProperty('minutes')
})

test('quotes the follow-up whose outcome the note describes, and links the two [T1187]', async () => {
  const followUp = { id: 'f1', what: 'Ask about the lease.', doneAt: '2026-03-05T15:00:00Z' }
  const server = notesOnServer()
  const sent: unknown[] = []
  const { screen, router } = await openNotes({
    search: '?outcome-of=f1',
    answers: {
      [noteCalls.list]: () => server.answer(),
      'POST /follow-ups/search': (body) => pageOf((body as { open: boolean }).open ? [] : [followUp]),
      [noteCalls.add](body) {
        sent.push(body)
        const note = exampleNote({ ...(body as object), outcomeOfWhat: followUp.what })
        server.notes = [note]
        return Response.json(note, { status: 201 })
      },
    },
  })
  const about = screen.getByText('Outcome of the follow-up “Ask about the lease.”')
  await expect.element(about).toBeVisible()
  await screen.getByLabelText('New Weekly Note').fill('She signed it.')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(screen.getByText('Note added.')).toBeVisible()
  expect(sent).toMatchObject([{ text: 'She signed it.', outcomeOf: 'f1' }])
  await expect.poll(() => router.state.location.search).toBe('')
  await expect.element(screen.getByRole('listitem').getByText(/^Outcome of the follow-up/)).toBeVisible()

  await router.navigate('?outcome-of=f1')
  await screen.getByRole('button', { name: 'Write another note instead' }).click()
  await screen.getByLabelText('New Weekly Note').fill('Called.')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).not.toHaveProperty('outcomeOf')
})

test('a draft that is continued is still about the outcome of its follow-up [T1327]', async () => {
  const followUp = { id: 'f1', what: 'Ask about the lease.', doneAt: '2026-03-05T15:00:00Z' }
  const sent: unknown[] = []
  const answers: Answers = {
    [noteCalls.list]: () => pageOf([]),
    'POST /follow-ups/search': (body) => pageOf((body as { open: boolean }).open ? [] : [followUp]),
    [noteCalls.add](body) {
      sent.push(body)
      return Response.json(exampleNote(), { status: 201 })
    },
  }
  const { screen } = await openNotes({ search: '?outcome-of=f1', answers })
  const about = 'Outcome of the follow-up “Ask about the lease.”'
  await expect.element(screen.getByText(about)).toBeVisible()
  await screen.getByLabelText('New Weekly Note').fill('She signed it.')
  await screen.unmount()

  const again = await openNotes({ answers })
  await expect.element(again.screen.getByText(about)).toBeVisible()
  await again.screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(again.screen.getByText('Note added.')).toBeVisible()
  await expect.element(again.screen.getByText(about)).not.toBeInTheDocument()
  expect(sent).toMatchObject([{ text: 'She signed it.', outcomeOf: 'f1' }])
})

describe('a note and the goals of its client', () => {
  const plan = {
    ...{
      _id: 'g1',
      id: 'g1',
      clientId: id,
      text: 'Find an apartment',
      agreedOn: '2026-03-05',
      targetOn: null,
    },
    ...{ state: 'open', stateOn: null as string | null, outcome: null, notes: 1, lastServedOn: '2026-03-05' },
    version: 1,
  }
  const reached = {
    ...{ ...plan, id: 'g2', text: 'Get a state ID', agreedOn: '2026-01-05' },
    ...{ state: 'reached', stateOn: '2026-02-05' },
  }
  const goals = [plan, reached, { ...reached, id: 'g3', text: 'Buy a boat', state: 'mistaken' }]
  const goalCall = `GET /clients/${id}/goals`

  test('offers those that were open on the date of service, none ticked, and keeps what is ticked in view [T1231]', async () => {
    const server = notesOnServer()
    const sent: object[] = []
    let answer = busy
    const { screen } = await openNotes({
      answers: {
        [noteCalls.list]: () => server.answer(),
        [goalCall]: () => answer(),
        [noteCalls.add](body) {
          sent.push(body as object)
          if (sent.length === 1) {
            const fields = { goals: 'The goal “Get a state ID” was entered by mistake.' }
            return Response.json({ code: 'invalid-input', message: 'No.', fields }, { status: 400 })
          }
          const note = exampleNote({ goals: [], ...(body as object) })
          server.notes = [note]
          return Response.json(note, { status: 201 })
        },
      },
    })
    const boxes = screen.getByRole('group', { name: 'Goals' })
    const labels = () =>
      boxes
        .getByRole('checkbox')
        .elements()
        .map((box) => box.parentElement?.textContent)
    await expect.element(screen.getByText(/Unable to load the goals\./)).toBeVisible()
    answer = () => Response.json(goals)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(labels).toEqual(['Find an apartment'])
    await screen.getByLabelText('New Weekly Note').fill('Went to the county office.')
    await screen.getByLabelText('Date of service').fill('2026-02-05')
    await expect.poll(labels).toEqual(['Get a state ID'])
    const box = boxes.getByRole('checkbox', { name: 'Get a state ID' })
    await expect.element(box).not.toBeChecked()
    await box.click()
    await screen.getByLabelText('Date of service').fill('2026-03-05')
    await expect.poll(labels).toEqual(['Find an apartment', 'Get a state ID'])
    await expect.element(box).toBeChecked()
    await boxes.getByRole('checkbox', { name: 'Find an apartment' }).click()
    await screen.getByRole('button', { name: 'Add Note' }).click()
    await expect.element(boxes.getByText('The goal “Get a state ID” was entered by mistake.')).toBeVisible()
    await expect.element(boxes.getByRole('checkbox').first()).toHaveFocus()
    await expect.element(screen.getByLabelText('New Weekly Note')).toHaveValue('Went to the county office.')
    await box.click()
    await screen.getByRole('button', { name: 'Add Note' }).click()
    await expect.element(screen.getByText('Note added.')).toBeVisible()
    expect(sent).toMatchObject([{ goals: ['g1', 'g2'] }, { goals: ['g1'], serviceDate: '2026-03-05' }])
    await expect.element(boxes.getByRole('checkbox', { name: 'Find an apartment' })).not.toBeChecked()
    await expect
      .element(
        screen.getByRole('region', { name: 'Notes, newest first' }).getByText('1 goal: Find an apartment'),
      )
      .toBeVisible()
  })

  test('shows ten of many, those that are ticked, and all on request [T1700]', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ ...plan, id: `g${n}`, text: `Goal ${n + 1}` }))
    const { screen } = await openNotes({
      answers: { [noteCalls.list]: () => pageOf([]), [goalCall]: () => Response.json(many) },
    })
    const boxes = screen.getByRole('group', { name: 'Goals' })
    const count = () => boxes.getByRole('checkbox').elements().length
    await expect.poll(count).toBe(10)
    await boxes.getByRole('button', { name: 'Show all 12' }).click()
    await expect.poll(count).toBe(12)
    await boxes.getByRole('checkbox', { name: 'Goal 12' }).click()
    await boxes.getByRole('button', { name: 'Show fewer' }).click()
    await expect.poll(count).toBe(11)
    await expect.element(boxes.getByRole('checkbox', { name: 'Goal 12' })).toBeChecked()
  })

  test('shows those that a note names in its history, its edit and its report [T1232]', async () => {
    const note = exampleNote({ goals: ['g1', 'g3'], serviceDate: '2026-03-05' })
    const edits: object[] = []
    const answers = {
      [noteCalls.list]: () => pageOf([note]),
      [noteCalls.all]: () => Response.json([note]),
      [goalCall]: () => Response.json(goals),
      [noteCalls.one('PUT', 'n1')](body: unknown) {
        edits.push(body as object)
        return Response.json({ ...note, goals: [], version: 2 })
      },
    }
    const named = /^2 goals: Find an apartment · Buy a boat$/
    const { screen } = await openNotes({ role: 'super-admin', answers })
    await expect.element(screen.getByText(named)).toBeVisible()
    await screen.getByRole('button', { name: 'Edit' }).click()
    const item = screen.getByRole('listitem')
    const wrong = item.getByRole('checkbox', { name: 'Buy a boat (entered by mistake)' })
    await expect.element(item.getByRole('checkbox', { name: 'Find an apartment' })).toBeChecked()
    await wrong.click()
    await item.getByRole('checkbox', { name: 'Find an apartment' }).click()
    await item.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => edits).toMatchObject([{ goals: null, version: 1 }])
    await screen.unmount()

    const report = await openNotes({
      screen: 'client-notes-report',
      role: 'super-admin',
      area: 'admin',
      answers,
    })
    await expect.element(report.screen.getByRole('table').getByText(named)).toBeVisible()
    await report.screen.unmount()

    const details = await openNotes({ screen: 'client-details', answers })
    await expect.element(details.screen.getByText(named)).toBeVisible()
  })

  test('shows nothing of goals for a client without any [T1233]', async () => {
    const { screen, requests } = await openNotes({
      answers: { [noteCalls.list]: () => pageOf([exampleNote()]) },
    })
    await expect.poll(() => requests).toContain(goalCall)
    await expect.element(screen.getByText('Called the landlord.')).toBeVisible()
    expect(screen.getByText(/goal/i).elements()).toEqual([])
    expect(screen.getByRole('checkbox').elements()).toHaveLength(1)
  })
})

test('a note’s form says what is left of an authorization, read once a service is chosen, and refuses nothing [T1265]', async () => {
  const authorization = {
    ...{ id: 'a1', clientId: id, payer: 'Hennepin County', number: '4711', service: 'housingTransition' },
    ...{ startsOn: '2026-01-01', endsOn: '2099-06-30', minutes: 600, usedMinutes: 600, remainingMinutes: 0 },
  }
  const sent: unknown[] = []
  const list = `GET /clients/${id}/authorizations`
  const { screen, requests } = await openNotes({
    answers: {
      [noteCalls.list]: () => pageOf([]),
      [list]: () => Response.json([authorization]),
      [noteCalls.add](body) {
        sent.push(body)
        return Response.json(exampleNote(body as object), { status: 201 })
      },
    },
  })
  await screen.getByLabelText('New Weekly Note').fill('Toured two apartments.')
  const facts = screen.getByRole('group', { name: 'About the service' })
  await facts.getByLabelText('Date of service').fill('2025-12-31')
  expect(requests).not.toContain(list)
  const service = facts.getByLabelText('Service', { exact: true })
  await service.selectOptions('Housing Transition')
  await expect
    .element(facts.getByText(/^No authorization .* covers Dec 31, 2025: Authorization 4711 starts Jan 1/))
    .toBeVisible()
  await facts.getByLabelText('Date of service').fill('2026-01-01')
  const used = facts.getByText('Authorization 4711: all 600 minutes used, through Jun 30, 2099')
  await expect.element(used).toBeVisible()
  await service.selectOptions('Housing Sustaining')
  await expect.element(used).not.toBeInTheDocument()
  await service.selectOptions('Housing Transition')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.poll(() => sent).toMatchObject([{ service: 'housingTransition', serviceDate: '2026-01-01' }])
  await expect.element(used).not.toBeInTheDocument()
  expect(requests.filter((request) => request === list)).toHaveLength(1)
})

test('Now fills in the organization’s time, and two times say how long it took [T1180]', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="time-zone" content="Asia/Tokyo">')
  onTestFinished(() => document.querySelector('meta[name="time-zone"]')?.remove())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T20:05:30Z') })
  onTestFinished(() => void vi.useRealTimers())
  const sent: unknown[] = []
  const { screen } = await openNotes({
    answers: {
      [noteCalls.list]: () => pageOf([]),
      [noteCalls.add](body) {
        sent.push(body)
        return Response.json(exampleNote(body as object), { status: 201 })
      },
    },
  })
  const facts = screen.getByRole('group', { name: 'About the service' })
  const [from, to] = [facts.getByLabelText('From'), facts.getByLabelText('To')]
  await screen.getByLabelText('New Weekly Note').fill('Toured two apartments.')
  await facts.getByLabelText('Minutes').fill('30')
  await facts.getByRole('button', { name: 'Now From' }).click()
  await expect.element(from).toHaveValue('05:05')
  await expect.element(to).toHaveValue('')
  await expect.element(facts.getByLabelText('Minutes')).not.toBeInTheDocument()
  ;(facts.getByRole('button', { name: 'Now To' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(to).toHaveValue('05:05')
  await expect.element(facts.getByLabelText('Service', { exact: true })).toHaveFocus()
  await expect.element(facts.getByText(/minute/)).not.toBeInTheDocument()
  await to.fill('05:50')
  await expect.element(facts.getByText('45 minutes')).toBeVisible()
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(screen.getByText('Note added.')).toBeVisible()
  expect(sent).toMatchObject([{ startTime: '05:05', endTime: '05:50' }])
  expect(sent[0], 'typed before the times').not.toHaveProperty('minutes')
})

test('Ctrl+Enter sends a note from each of its fields, new or edited [T1181]', async () => {
  const notes = [exampleNote({ text: 'First.' })]
  const sent: string[] = []
  const { screen } = await openNotes({
    role: 'super-admin',
    answers: {
      [noteCalls.list]: () => pageOf(notes),
      [noteCalls.add]() {
        sent.push(document.activeElement?.getAttribute('name') ?? '')
        return failed('busy', 400)()
      },
      [noteCalls.one('PUT', 'n1')]: () => Response.json({ ...notes[0], place: 'Library', version: 2 }),
    },
  })
  const fields = ['text', 'serviceDate', 'startTime', 'endTime', 'minutes', 'service', 'contact', 'place']
  await screen.getByLabelText('New Weekly Note').fill('Called.')
  await screen.getByText('Follow-up', { exact: true }).click()
  for (const [index, name] of [...fields, 'sign'].entries()) {
    const field = document.querySelector<HTMLElement>(
      name === 'sign' ? '.new-note [type="checkbox"]' : `.new-note [name="${name}"]`,
    )
    field?.focus()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent.length).toBe(index + 1)
    await expect.element(screen.getByRole('button', { name: 'Add Note' })).not.toHaveAttribute('aria-busy')
  }

  await screen.getByRole('button', { name: 'Edit' }).click()
  await screen.getByRole('listitem').getByLabelText('Place').fill('Library')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByText('Note saved.')).toBeVisible()
})

test('offers the places of the client’s own notes, each once, and fills in none [T1182]', async () => {
  const notes = ['Library', null, 'Office', 'Library'].map((place, index) =>
    exampleNote({ id: `n${index}`, place }),
  )
  const { screen } = await openNotes({ answers: { [noteCalls.list]: () => pageOf(notes) } })
  const place = screen.getByLabelText('Place')
  await expect.element(screen.getByText('4 total')).toBeVisible()
  await expect
    .poll(() => [...((place.element() as HTMLInputElement).list?.options ?? [])].map(({ value }) => value))
    .toEqual(['Library', 'Office'])
  await expect.element(place).toHaveValue('')
})

test('offers a box for a service past midnight when the end is not after the start [T1063]', async () => {
  const server = notesOnServer()
  const sent: unknown[] = []
  const { screen } = await openNotes({
    answers: {
      [noteCalls.list]: () => server.answer(),
      [noteCalls.add](body) {
        sent.push(body)
        server.notes = [exampleNote({ minutes: 180, ...(body as object) })]
        return Response.json(server.notes[0], { status: 201 })
      },
    },
  })
  const facts = screen.getByRole('group', { name: 'About the service' })
  const box = facts.getByLabelText('Ends the next day')
  await screen.getByLabelText('New Weekly Note').fill('Waited at the emergency room.')
  await facts.getByLabelText('From').fill('22:00')
  await facts.getByLabelText('To').fill('23:00')
  await expect.element(box).not.toBeInTheDocument()
  await facts.getByLabelText('To').fill('01:00')
  await expect.element(box).not.toBeChecked()
  await box.click()
  // It stays, so that it can be unticked.
  await facts.getByLabelText('To').fill('23:30')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(facts.getByText('The end can be at most 16 hours after the start')).toBeVisible()
  await facts.getByLabelText('To').fill('01:00')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(screen.getByText('10:00 PM to 1:00 AM the next day, 180 minutes')).toBeVisible()
  await expect.element(box).not.toBeInTheDocument()
  expect(sent).toMatchObject([{ startTime: '22:00', endTime: '01:00', endsNextDay: true }])
})

test('offers my next client with a place, and another one on Skip', async () => {
  const names = ['Ayan', 'Bile', 'Cawo']
  const nextAt = (place: number) => () => {
    const name = names[place] ?? ''
    return Response.json({
      next: { ...exampleClient, id: name, _id: name, firstName: name },
      place: place + 1,
      total: 3,
    })
  }
  const next = `GET /clients/${id}/next-without-note?assignedTo=me`
  const { screen } = await openNotes({
    answers: {
      [noteCalls.list]: () => pageOf([]),
      'GET /clients/summary?assignedTo=me': () => Response.json({ total: 4 }),
      [next]: nextAt(0),
      ...Object.fromEntries(names.map((name, place) => [`${next}&after=${name}`, nextAt((place + 1) % 3)])),
    },
  })
  await screen.getByLabelText('New Weekly Note').fill('Called.')
  const link = screen.getByRole('link', { name: /^Next client without a note:/ })
  for (const name of [...names, 'Ayan']) {
    await expect.element(link).toMatchTextContent(`Next client without a note: ${name} `)
    await expect.element(screen.getByText(`${names.indexOf(name) + 1} of 3`)).toBeVisible()
    await screen.getByRole('button', { name: 'Skip' }).click()
  }
})

test('after a note, Tab leads to the next client and, once text is typed, to the facts again [T1324]', async () => {
  const { screen } = await openNotes({
    answers: {
      [noteCalls.list]: () => pageOf([]),
      [noteCalls.add]: () => Response.json(exampleNote(), { status: 201 }),
      'GET /clients/summary?assignedTo=me': () => Response.json({ total: 4 }),
      [`GET /clients/${id}/next-without-note?assignedTo=me`]: () =>
        Response.json({ next: { ...exampleClient, id: 'c2', _id: 'c2' }, place: 1, total: 3 }),
    },
  })
  const text = screen.getByLabelText('New Weekly Note')
  const next = screen.getByRole('link', { name: /^Next client without a note:/ })
  await text.fill('Called.')
  await expect.element(next).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByText('Note added.')).toBeVisible()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(next).toHaveFocus()
  await text.fill('Called again.')
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Today' })).toHaveFocus()
})
