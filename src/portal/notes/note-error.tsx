import type { ReactNode } from 'react'
import { ownMessages } from '#contract/failures.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'

type NoteErrorProps = { title: string; detail?: string | undefined; children?: ReactNode }

/** In red under the input, and announced; below it the reason, and what to do. */
export function NoteError({ title, detail, children }: NoteErrorProps) {
  return (
    <div className="note-error stack-close" role="alert" ref={focusOnRemoval()}>
      <FieldError id={undefined} text={title} />
      {detail && saysMore(detail, title) && <p className="small-soft">{detail}</p>}
      {children}
    </div>
  )
}

/** The general message adds nothing to the panel's own. */
function saysMore(detail: string, title: string): boolean {
  return detail !== ownMessages.serverFailure && detail !== title
}

/** docs/product.md 50: the address names no client. */
export function ClientMissing({ title }: { title: string }) {
  const areaPath = useAreaPath()
  return (
    <Screen title={title}>
      <NoteError
        title="Client ID is missing in the route."
        detail="Open the notes from a client in the list."
      >
        <LinkButton href={areaPath('clients')}>Go to clients</LinkButton>
      </NoteError>
    </Screen>
  )
}
