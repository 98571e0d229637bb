import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { CallFailure, failureWithoutAnswer } from '#portal/calls/call-failure.ts'
import { SessionContext } from '#portal/session/use-session.ts'
import { TextField } from '#ui/text-field.tsx'
import { SubmitButton } from './form-controls.tsx'
import { RecordForm } from './record-form.tsx'
import { useRecordForm } from './use-record-form.ts'

interface Place {
  city: string
  street: string
  version: number
}
type Save = (values: Pick<Place, 'city' | 'street'>, version: number | undefined) => Promise<unknown>

const session = { role: 'manager', email: 'm@example.org', sub: 'e1', sid: 's1', iat: 0, exp: 9e9 } as const
const schema = z.object({ city: z.string().check(z.minLength(1, 'City is required')), street: z.string() })
const baseOf = ({ version, ...values }: Place) => ({ values, version })
const opened: Place = { city: 'Saint Paul', street: 'Elm Street', version: 1 }
const conflict = (current: Place) =>
  new CallFailure({ code: 'version-conflict', message: 'Changed.', current }, 409, true)

function PlaceForm({ save, record = opened }: { save: Save; record?: Place }) {
  const form = useRecordForm<'city' | 'street', Pick<Place, 'city' | 'street'>, Place>({
    subject: { kind: 'edit-client', clientId: 'c1' },
    opened: baseOf(record),
    schemaFor: () => schema,
    save,
    onSaved: () => undefined,
    refusalOf: () => ({ title: 'Not saved.' }),
    baseOf,
    onceSaved: 'locked',
  })
  return (
    <RecordForm
      form={form}
      labels={{ city: 'City', street: 'Street' }}
      buttons={<SubmitButton form={form} label="Save" savedLabel="Saved" />}
    >
      <TextField label="City" {...form.textField('city')} />
      <TextField label="Street" {...form.textField('street')} />
    </RecordForm>
  )
}

const renderForm = (save: Save, record?: Place) =>
  render(
    <SessionContext value={session}>
      <PlaceForm save={save} {...(record && { record })} />
    </SessionContext>,
  )

beforeEach(() => sessionStorage.clear())

test('keeping my changes in a conflict sends what I changed over the newer record', async () => {
  const save = vi.fn<Save>(async () => undefined)
  save.mockRejectedValueOnce(conflict({ city: 'Duluth', street: 'Oak Street', version: 2 }))
  const screen = await renderForm(save)
  await screen.getByLabelText('Street').fill('Cedar Avenue')
  await screen.getByRole('button', { name: 'Save' }).click()
  const dialog = screen.getByRole('dialog', { name: 'This record was changed in the meantime' })
  await expect.element(dialog.getByText('Duluth')).toBeVisible()
  const said = dialog.element().querySelectorAll('dd')
  expect([...said].map(({ textContent }) => textContent)).toEqual([
    'Yours Not changed by you',
    'Theirs Duluth',
    'Yours Cedar Avenue',
    'Theirs Oak Street',
  ])
  await dialog.getByRole('button', { name: 'Keep my changes' }).click()
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-disabled', 'true')
  expect(save.mock.calls).toEqual([
    [{ city: 'Saint Paul', street: 'Cedar Avenue' }, 1],
    [{ city: 'Duluth', street: 'Cedar Avenue' }, 2],
  ])
  expect(sessionStorage).toHaveLength(0)
})

test('taking the newer record gives up what was typed, and focuses the first field', async () => {
  const save = vi.fn<Save>(async () => undefined)
  save.mockRejectedValueOnce(conflict({ city: 'Duluth', street: 'Oak Street', version: 2 }))
  const screen = await renderForm(save)
  await screen.getByLabelText('Street').fill('Cedar Avenue')
  await screen.getByRole('button', { name: 'Save' }).click()
  await screen.getByRole('button', { name: 'Take the newer record' }).click()
  await expect.element(screen.getByLabelText('City')).toHaveFocus()
  await expect.element(screen.getByLabelText('City')).toHaveValue('Duluth')
  await expect.element(screen.getByLabelText('Street')).toHaveValue('Oak Street')
  expect(sessionStorage).toHaveLength(0)
})

test('a draft comes back, with the question if its record has changed since', async () => {
  const save = vi.fn<Save>(async () => undefined)
  const first = await renderForm(save)
  await first.getByLabelText('Street').fill('Cedar Avenue')
  await first.unmount()

  const again = await renderForm(save)
  await expect.element(again.getByLabelText('Street')).toHaveValue('Cedar Avenue')
  await expect
    .element(again.getByText('Your changes from before are back. They are not saved yet.'))
    .toBeVisible()
  await again.unmount()

  const screen = await renderForm(save, { ...opened, city: 'Duluth', version: 2 })
  await screen.getByRole('button', { name: 'Keep my changes' }).click()
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeVisible()
  expect(save.mock.calls).toEqual([[{ city: 'Duluth', street: 'Cedar Avenue' }, 2]])
})

test('after a failure everything typed stays, and can be sent again', async () => {
  const failure = Promise.withResolvers<unknown>()
  const save = vi.fn<Save>(async () => undefined)
  save.mockReturnValueOnce(failure.promise)
  const screen = await renderForm(save)
  await screen.getByLabelText('Street').fill('Cedar Avenue')
  await userEvent.keyboard('{Enter}{Enter}')
  failure.reject(failureWithoutAnswer('no-answer'))
  await expect.element(screen.getByText('Not saved.')).toBeVisible()
  expect(save, 'sent once by two keys').toHaveBeenCalledTimes(1)
  await expect.element(screen.getByLabelText('Street')).toHaveValue('Cedar Avenue')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('button', { name: 'Saved' })).toBeVisible()
})

test('cannot be sent while a field is wrong; the message comes when the field is left', async () => {
  const screen = await renderForm(async () => undefined)
  await screen.getByLabelText('City').fill('')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(screen.getByText('City is required').elements()).toHaveLength(0)
  await userEvent.tab()
  await expect.element(screen.getByText('City is required')).toBeVisible()
})

test('what the server says of a field is said beside it, and focuses it', async () => {
  const refused = { code: 'invalid-input', message: 'No.', fields: { street: 'There is no such street' } }
  const save = vi.fn<Save>().mockRejectedValue(new CallFailure(refused, 400, true))
  const screen = await renderForm(save)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('There is no such street')).toBeVisible()
  await expect.element(screen.getByLabelText('Street')).toHaveFocus()
})
