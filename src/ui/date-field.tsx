import { useEffect, useId, useState } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

export function DateField(props: TextFieldProps) {
  return <PartedField type="date" unfinished="Complete the date, or clear it." {...props} />
}

export function TimeField(props: TextFieldProps) {
  return <PartedField type="time" unfinished="Complete the time, or clear it." {...props} />
}

/**
 * A field whose parts are typed one by one. To a program, one that is half typed is as empty as one that was left out: its form
 * is not sent until it is complete or empty.
 */
function PartedField({ unfinished, onBlur, ...props }: TextFieldProps & { unfinished: string }) {
  const ownId = useId()
  const { id = ownId, error } = props
  const [isRefused, setRefused] = useState(false)

  useEffect(() => {
    const input = document.getElementById(id) as HTMLInputElement | null
    function refuse(event: SubmitEvent) {
      if (!input?.validity.badInput) return
      setRefused(true)
      const fold = input.closest('details')
      if (fold) fold.open = true
      if (!event.defaultPrevented) input.focus()
      event.preventDefault()
      // Neither the form nor what is around it gets the event.
      event.stopPropagation()
    }
    const form = input?.form
    form?.addEventListener('submit', refuse, { capture: true })
    return () => form?.removeEventListener('submit', refuse, { capture: true })
  }, [id])

  // A button such as 'Today' fills it in, too.
  useEffect(() => {
    const input = document.getElementById(id) as HTMLInputElement | null
    if (isRefused && !input?.validity.badInput) setRefused(false)
  })

  return (
    <TextField
      {...props}
      id={id}
      error={isRefused ? unfinished : error}
      onInput={() => setRefused(false)}
      onBlur={(event) => {
        setRefused(event.currentTarget.validity.badInput)
        onBlur?.(event)
      }}
    />
  )
}
