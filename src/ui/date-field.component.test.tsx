import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DateField, TimeField } from './date-field.tsx'

function Example() {
  const [sent, setSent] = useState<string>()
  const [day, setDay] = useState('')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSent([...new FormData(event.currentTarget).values()].join())
      }}
    >
      <details open>
        <summary>When</summary>
        <DateField label="Day" name="day" value={day} onChange={(event) => setDay(event.target.value)} />
      </details>
      <TimeField label="Time" name="time" />
      <button type="button" onClick={() => setDay('2026-11-02')}>
        Today
      </button>
      <button type="submit">Send</button>
      <output>{sent}</output>
    </form>
  )
}

test('a half-typed date or time is not sent as if it were empty', async () => {
  const screen = await render(<Example />)
  const send = screen.getByRole('button', { name: 'Send' })
  await userEvent.click(screen.getByLabelText('Time'))
  await userEvent.keyboard('0130')
  await userEvent.click(screen.getByLabelText('Day'))
  await expect.element(screen.getByText('Complete the time, or clear it.')).toBeVisible()
  await userEvent.keyboard('0930{Enter}')
  await expect.element(screen.getByText('Complete the date, or clear it.')).toBeVisible()
  await screen.getByText('When').click()
  await send.click()
  await expect.element(screen.getByLabelText('Day')).toHaveFocus()
  expect(screen.container.querySelector('output')?.textContent).toBe('')

  await screen.getByRole('button', { name: 'Today' }).click()
  await expect.element(screen.getByText('Complete the date, or clear it.')).not.toBeInTheDocument()
  await screen.getByLabelText('Time').fill('13:30')
  await send.click()
  await expect.element(screen.getByText('2026-11-02,13:30')).toBeVisible()
  await expect.element(screen.getByText('Complete the time, or clear it.')).not.toBeInTheDocument()
})
