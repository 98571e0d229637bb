import { useState } from 'react'
import { Badge } from '../badge.tsx'
import { Banner, type MessageTone } from '../banner.tsx'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { Progress } from '../progress.tsx'
import { Skeleton } from '../skeleton.tsx'
import { type Toast, useToast } from '../toast.tsx'
import { Group, Specimen } from './specimen.tsx'

const messages: [MessageTone, title: string, text: string][] = [
  ['info', 'The office is closed on Monday', 'Calls go to the emergency line until Tuesday at 8 a.m.'],
  ['success', 'The client was added', 'The first weekly note is due on Friday.'],
  ['warning', 'You will be signed out in two minutes', 'What you have written stays here.'],
  ['danger', 'The note was not saved', 'The connection was lost. Your text is kept; try again.'],
]

export function MessageGroup() {
  return (
    <Group title="Messages">
      <Banners />
      <Specimen title="Toast" file="toast.tsx">
        <div className="kit-row">
          {messages.map(([tone, title]) => (
            <ToastButton key={tone} toast={{ tone, text: `${title}.` }} />
          ))}
        </div>
      </Specimen>
      <Specimen title="Badge" file="badge.tsx">
        <div className="kit-row">
          {(['green', 'yellow', 'blue', 'red', 'gray'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Specimen>
      <Specimen title="Progress" file="progress.tsx">
        <Progress label="Importing clients" value={62} max={100} />
        <Progress label="Preparing the report" />
      </Specimen>
      <Specimen title="Skeleton" file="skeleton.tsx">
        <Skeleton lines={4} label="Loading text …" />
        <Skeleton shape="rows" lines={3} label="Loading rows …" />
        <Skeleton shape="box" lines={1} label="Loading a picture …" />
      </Specimen>
      <Specimen title="Empty state" file="empty-state.tsx">
        <EmptyState icon="users" title="No clients yet" action={<Button>Add the first client</Button>}>
          Clients that you add appear here with their status and their newest note.
        </EmptyState>
      </Specimen>
      <Specimen title="Error state" file="error-state.tsx">
        <ErrorState
          message="The clients could not be loaded."
          detail="The server did not answer. Check your connection."
          onRetry={() => {}}
        />
      </Specimen>
    </Group>
  )
}

function Banners() {
  const [isOpen, setOpen] = useState(true)
  return (
    <Specimen title="Banner" file="banner.tsx">
      {messages.map(([tone, title, text]) => (
        <Banner key={tone} tone={tone} title={title} announce="none">
          {text}
        </Banner>
      ))}
      {isOpen && <Banner title="Can be dismissed" announce="none" onDismiss={() => setOpen(false)} />}
    </Specimen>
  )
}

function ToastButton({ toast }: { toast: Toast }) {
  const show = useToast()
  return <Button onClick={() => show(toast)}>{`Toast: ${toast.tone}`}</Button>
}
