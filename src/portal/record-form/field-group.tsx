import type { ReactNode } from 'react'

/** Fields of one matter in a card, below what they are about. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="record-form-fields">{children}</div>
    </fieldset>
  )
}
