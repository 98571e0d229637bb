import { FieldError } from '#ui/field.tsx'

/** In red under the input (§2), and aloud. */
export function NoteRefusal({ message, detail }: { message: string; detail?: string }) {
  return (
    <div role="alert">
      <FieldError id={undefined} text={message} />
      {detail && detail !== message && <p className="note-refusal-detail">{detail}</p>}
    </div>
  )
}
