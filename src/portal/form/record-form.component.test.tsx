import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { CallFailure, failureWithoutAnswer } from '#portal/calls/call-failure.ts'
import { draftListQuery, draftOnPage, forgetDrafts, hasDrafts, PageDraft } from '#portal/drafts/drafts.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ChoiceField, FoldedFields, SubmitButton } from './form-controls.tsx'
import type { SendOnce } from './form-draft.ts'
import { RecordForm } from './record-form.tsx'
import { useRecordForm } from './use-record-form.ts'

interface Place {
  city: string
  street: string
  kind: string
  version: number
}
type Values = Omit<Place, 'version'>
type Save = (values: Values, version: number | undefined, once: SendOnce) => Promise<unknown>

const schema = z.object({
  city: z.string().check(z.minLength(1, 'City is required')),
  street: z.string(),
  kind: z.string(),
})
const baseOf = ({ version, ...values }: Place) => ({ values, version })
const opened: Place = { city: 'Saint Paul', street: 'Elm Street', kind: 'Home', version: 1 }
const newer: Place = { ...opened, city: 'Duluth', street: 'Oak Street', version: 2 }
const changed = { at: '2026-03-05T15:12:00Z', by: 'amina@example.org', byName: 'Amina Warsame' }
const conflict = (current: Place) =>
  new CallFailure({ code: 'version-conflict', message: 'Changed.', current, changed }, 409, true)

const fields = {
  city: { kind: 'line', label: 'City' },
  street: { kind: 'line', label: 'Street' },
  kind: { kind: 'line', label: 'Kind' },
} as const
const kinds = ['Home', 'Office'].map((kind) => ({ value: kind, label: kind }))

const queries = new QueryClient()
const key = 'edit-client:c1'

function PlaceForm({ save, record = opened }: { save: Save; record?: Place }) {
  const [draft] = useState(() => draftOnPage(queries, key) ?? new PageDraft(queries, key))
  const form = useRecordForm<keyof Values, Values, Place>({
    draft,
    opened: baseOf(record),
    schemaFor: () => schema,
    save,
    onSaved: () => undefined,
    formErrorOf: () => ({ title: 'Not saved.' }),
    baseOf,
    afterSave: 'locked',
  })
  return (
    <RecordForm
      form={form}
      about="Town hall"
      fields={fields}
      buttons={<SubmitButton form={form} label="Save" savedLabel="Saved" />}
    >
      <TextField label="City" {...form.textField('city')} />
      <FoldedFields form={form} names={['street']} summary="Where" className="record-form-more">
        <TextField label="Street" {...form.textField('street')} />
      </FoldedFields>
      <Button onClick={() => form.setValue('street', 'Main Street')}>Use Main Street</Button>
      <ChoiceField form={form} name="kind" label="Kind" options={kinds} />
    </RecordForm>
  )
}

const renderForm = (save: Save, record?: Place) =>
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <PlaceForm save={save} {...(record && { record })} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(() => {
  forgetDrafts()
  queries.setQueryData(draftListQuery.queryKey, [])
})

test('sends only the changed fields over the newer record when the person keeps their changes', async () => {
  const save = vi.fn<Save>(async () => undefined)
  save.mockRejectedValueOnce(conflict(newer))
  const screen = await renderForm(save)
  await screen.getByLabelText('Street').fill('Cedar Avenue')
  await screen.getByRole('button', { name: 'Save' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect.element(dialog.getByText('Duluth')).toBeVisible()
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(/^Town hall Amina Warsame saved changes \(Mar 5, 2026/)
  const sides = dialog.element().querySelectorAll('dd')
  expect([...sides].map(({ textContent }) => textContent)).toEqual([
    'Yours Not changed by you',
    'Theirs Duluth',
    'Yours Cedar Avenue',
    'Theirs Oak Street',
  ])
  await dialog.getByRole('button', { name: 'Keep my changes' }).click()
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-disabled', 'true')
  expect(save.mock.calls).toEqual([
    [{ city: 'Saint Paul', street: 'Cedar Avenue', kind: 'Home' }, 1, expect.any(Function)],
    [{ city: 'Duluth', street: 'Cedar Avenue', kind: 'Home' }, 2, expect.any(Function)],
  ])
  expect(hasDrafts()).toBe(false)
})

test('discards what was typed and focuses the first field when the person takes the newer record', async () => {
  const save = vi.fn<Save>(async () => undefined)
  save.mockRejectedValueOnce(conflict(newer))
  const screen = await renderForm(save)
  await screen.getByLabelText('Street').fill('Cedar Avenue')
  await screen.getByRole('button', { name: 'Save' }).click()
  await screen.getByRole('button', { name: 'Use the newer record' }).click()
  await expect.element(screen.getByLabelText('City')).toHaveFocus()
  await expect.element(screen.getByLabelText('City')).toHaveValue('Duluth')
  await expect.element(screen.getByLabelText('Street')).toHaveValue('Oak Street')
  expect(hasDrafts()).toBe(false)
})

test('restores a draft, and asks which version to keep if its record has changed since', async () => {
  const save = vi.fn<Save>(async () => undefined)
  const first = await renderForm(save)
  await first.getByLabelText('Street').fill('Cedar Avenue')
  await first.unmount()

  const again = await renderForm(save)
  await expect.element(again.getByLabelText('Street')).toHaveValue('Cedar Avenue')
  await expect
    .element(again.getByText('Your earlier changes have been restored. They are not saved yet.'))
    .toBeVisible()
  await again.unmount()

  const screen = await renderForm(save, { ...opened, city: 'Duluth', version: 2 })
  await screen.getByRole('button', { name: 'Keep my changes' }).click()
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeVisible()
  const saved = { city: 'Duluth', street: 'Cedar Avenue', kind: 'Home' }
  expect(save.mock.calls).toEqual([[saved, 2, expect.any(Function)]])
})

test('keeps everything typed after a failure, and sends it again', async () => {
  const failure = Promise.withResolvers<unknown>()
  const save = vi.fn<Save>(async () => undefined)
  save.mockReturnValueOnce(failure.promise)
  const screen = await renderForm(save)
  await screen.getByLabelText('Street').fill('Cedar Avenue')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(screen.getByLabelText('Street')).toHaveAttribute('readonly')
  await expect.element(screen.getByLabelText('Street')).toHaveFocus()
  failure.reject(failureWithoutAnswer('no-answer'))
  await expect.element(screen.getByText('Not saved.')).toBeVisible()
  expect(save, 'sent once by two keys').toHaveBeenCalledTimes(1)
  await expect.element(screen.getByLabelText('Street')).toHaveValue('Cedar Avenue')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeVisible()
})

test('takes no input while it is sent and once it is saved', async () => {
  const reply = Promise.withResolvers<unknown>()
  const save = vi.fn<Save>(() => reply.promise)
  const screen = await renderForm(save)
  const [street, kind] = [screen.getByLabelText('Street'), screen.getByLabelText('Kind')]
  const tryToChange = async () => {
    for (const field of [street, kind]) (field.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    ;(street.element() as HTMLElement).focus()
    await userEvent.keyboard('x{Enter}')
    await expect.element(street).toHaveValue('Cedar Avenue')
    await expect.element(kind).toHaveValue('Home')
  }
  await street.fill('Cedar Avenue')
  await userEvent.keyboard('{Enter}')
  await expect.element(street).toHaveAttribute('readonly')
  await tryToChange()
  reply.resolve(undefined)
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeVisible()
  await tryToChange()
  expect(save).toHaveBeenCalledTimes(1)
  expect(hasDrafts()).toBe(false)
})

test('leaves out the invisible characters of a pasted text', async () => {
  const screen = await renderForm(async () => undefined)
  await screen.getByLabelText('Street').fill('1420 Cedar\u0002 Ave S\u000bMinneapolis')
  await expect.element(screen.getByLabelText('Street')).toHaveValue('1420 Cedar Ave S Minneapolis')
})

/** A form that was left while it is being sent, and the reply that it waits for. */
async function leaveWhileSent() {
  const reply = Promise.withResolvers<unknown>()
  const send = vi.fn((_key: string) => reply.promise)
  const save: Save = (_values, _version, once) => once(send)
  const left = await renderForm(save)
  await left.getByLabelText('Street').fill('Cedar Avenue')
  await left.getByRole('button', { name: 'Save' }).click()
  await expect.element(left.getByLabelText('Street')).toHaveAttribute('readonly')
  await left.unmount()
  return { save, send, arrive: () => reply.resolve({}) }
}

test('a form that is opened again while it is being sent sends with the same key', async () => {
  const { save, send, arrive } = await leaveWhileSent()
  const screen = await renderForm(save)
  await expect.element(screen.getByLabelText('Street')).toHaveValue('Cedar Avenue')
  await screen.getByRole('button', { name: 'Save' }).click()
  arrive()
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeVisible()
  const [first, second] = send.mock.calls
  expect(second).toEqual(first)
  expect(hasDrafts()).toBe(false)
})

test('a form that was left while it was sent leaves no draft', async () => {
  const { save, arrive } = await leaveWhileSent()
  arrive()
  await expect.poll(() => hasDrafts()).toBe(false)
  const screen = await renderForm(save)
  await expect.element(screen.getByLabelText('Street')).toHaveValue('Elm Street')
  await expect.element(screen.getByLabelText('Street')).not.toHaveAttribute('readonly')
})

test('disables the button while a field is invalid, and shows the error when the field is left', async () => {
  const screen = await renderForm(async () => undefined)
  await screen.getByLabelText('City').fill('')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(screen.getByText('City is required').elements()).toHaveLength(0)
  await userEvent.tab()
  await expect.element(screen.getByText('City is required')).toBeVisible()
})

/** A form whose street the server has rejected. */
async function renderRejected(record = opened) {
  const refused = { code: 'invalid-input', message: 'No.', fields: { street: 'There is no such street' } }
  const save = vi.fn<Save>(async () => undefined)
  save.mockRejectedValueOnce(new CallFailure(refused, 400, true))
  const screen = await renderForm(save, record)
  const button = screen.getByRole('button', { name: 'Save', exact: true })
  await button.click()
  const error = screen.getByText('There is no such street')
  await expect.element(error).toBeVisible()
  await expect.element(screen.getByLabelText('Street')).toHaveFocus()
  await expect.element(button).toBeDisabled()
  return { screen, save, button, error }
}

test('shows the server’s error of a field for as long as the same would be sent again', async () => {
  const { screen, save, button, error } = await renderRejected()
  // The server's rule may be about both fields.
  await screen.getByLabelText('City').fill('Duluth')
  await expect.element(button).toBeEnabled()
  expect(error.elements()).toEqual([])
  await screen.getByLabelText('City').fill('Saint Paul')
  await expect.element(error).toBeVisible()
  await screen.getByLabelText('City').fill('Duluth')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeVisible()
  expect(save).toHaveBeenCalledTimes(2)
})

test('a button that fills in a field removes its error', async () => {
  const { screen, button, error } = await renderRejected()
  await screen.getByRole('button', { name: 'Use Main Street' }).click()
  await expect.element(button).toBeEnabled()
  expect(error.elements()).toEqual([])
})

test('folded fields open for an error, and stay open when it is corrected', async () => {
  const { screen, error } = await renderRejected({ ...opened, street: '' })
  await userEvent.keyboard('Cedar')
  expect(error.elements()).toEqual([])
  await userEvent.keyboard(' Avenue')
  await expect.element(screen.getByLabelText('Street')).toHaveValue('Cedar Avenue')
  await expect.element(screen.getByLabelText('Street')).toHaveFocus()
  await expect.element(screen.getByLabelText('Street')).toBeVisible()
  await screen.getByText('Where').click()
  await expect.element(screen.getByLabelText('Street')).not.toBeVisible()
})

test('moves nothing while a pointer is down, not even for an error', async () => {
  const screen = await renderForm(async () => undefined)
  const message = () => screen.getByText('City is required').elements().length
  await screen.getByLabelText('City').fill('')
  dispatchEvent(new PointerEvent('pointerdown'))
  await userEvent.tab()
  expect(message()).toBe(0)
  dispatchEvent(new PointerEvent('pointerup'))
  await expect.poll(message).toBe(1)
})
