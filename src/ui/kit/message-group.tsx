import { useState } from 'react'
import { Badge, type BadgeTone } from '../badge.tsx'
import { Banner, type MessageTone } from '../banner.tsx'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { Progress, Spinner } from '../progress.tsx'
import { Skeleton } from '../skeleton.tsx'
import { type Toast, useToast } from '../toast.tsx'
import { Group, Specimen, State } from './specimen.tsx'

const messages: [MessageTone, title: string, text: string][] = [
  ['info', 'The office is closed on Monday', 'Calls go to the emergency line until Tuesday at 8 a.m.'],
  ['success', 'The client was added', 'The first weekly note is due on Friday.'],
  ['warning', 'You will be signed out in two minutes', 'What you have written stays here.'],
  ['danger', 'The note was not saved', 'The connection was lost. Your text is kept; try again.'],
]

const badges: [BadgeTone, string][] = [
  ['green', 'Active'],
  ['yellow', 'Waiting'],
  ['blue', 'New'],
  ['red', 'Overdue'],
  ['gray', 'Closed'],
]

export function MessageGroup() {
  return (
    <Group title="Messages" intro="What happened, and what to do now. Never by color alone.">
      <Banners />
      <Toasts />
      <Specimen title="Badge" file="badge.tsx" use="A state in a word.">
        <div className="kit-row">
          {badges.map(([tone, word]) => (
            <Badge key={tone} tone={tone}>
              {word}
            </Badge>
          ))}
        </div>
      </Specimen>
      <Waiting />
      <Specimen
        title="Empty state"
        file="empty-state.tsx"
        use="Nothing there: what it means, what to do next."
      >
        <EmptyState
          icon="users"
          title="No clients yet"
          action={
            <Button tone="primary" icon="plus">
              Add the first client
            </Button>
          }
        >
          Clients that you add appear here with their status and their newest note.
        </EmptyState>
      </Specimen>
      <Failure />
    </Group>
  )
}

function Banners() {
  const [shown, setShown] = useState(true)
  return (
    <Specimen title="Banner" file="banner.tsx" use="A message that stays in the page.">
      <div className="kit-stack">
        {messages.map(([tone, title, text]) => (
          <Banner key={tone} tone={tone} title={title} announce="none">
            {text}
          </Banner>
        ))}
        <Banner announce="none">One sentence alone needs no title.</Banner>
        {shown ? (
          <Banner
            title="Can be dismissed"
            announce="none"
            onDismiss={() => setShown(false)}
            dismissLabel="Dismiss banner"
          >
            And asked for again.
          </Banner>
        ) : (
          <div>
            <Button small onClick={() => setShown(true)}>
              Show the banner again
            </Button>
          </div>
        )}
      </div>
    </Specimen>
  )
}

function Toasts() {
  return (
    <Specimen
      title="Toast"
      file="toast.tsx"
      use="A message that goes by itself; it waits under the pointer and the focus, and can be dismissed. A newer one of the same component takes its place, and what went well gives way to anything newer."
    >
      <div className="kit-row">
        {messages.map(([tone, title]) => (
          <ToastButton key={tone} toast={{ tone, text: `${title}.` }} />
        ))}
      </div>
    </Specimen>
  )
}

function ToastButton({ toast }: { toast: Toast }) {
  const show = useToast()
  return <Button onClick={() => show(toast)}>{`Toast: ${toast.tone}`}</Button>
}

function Failure() {
  const [retrying, setRetrying] = useState(false)
  return (
    <Specimen
      title="Error state"
      file="error-state.tsx"
      use="Could not be loaded: what was meant to be here, what happened, and a way to try again."
    >
      <ErrorState
        message="The clients could not be loaded."
        detail="The server did not answer. Check your connection."
        retrying={retrying}
        onRetry={() => setRetrying(!retrying)}
      />
    </Specimen>
  )
}

function Waiting() {
  return (
    <>
      <Specimen title="Progress" file="progress.tsx" use="Work on its way; a bar when its end is known.">
        <div className="kit-fields">
          <Progress label="Importing clients" value={62} />
          <Progress label="Preparing the report" />
          <Spinner label="Loading notes …" />
        </div>
      </Specimen>
      <Specimen title="Skeleton" file="skeleton.tsx" use="Content on its way whose shape is known.">
        <div className="kit-thirds">
          <State name="text">
            <Skeleton lines={4} label="Loading text …" />
          </State>
          <State name="rows">
            <Skeleton shape="rows" lines={3} label="Loading rows …" />
          </State>
          <State name="box">
            <Skeleton shape="box" lines={1} label="Loading a picture …" />
          </State>
        </div>
      </Specimen>
    </>
  )
}
