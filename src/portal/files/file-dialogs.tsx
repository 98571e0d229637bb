import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ClientFile } from '#contract/files/endpoints.ts'
import { fileFields } from '#contract/files/fields.ts'
import { paperName } from '#contract/papers/fields.ts'
import { toSingleLine } from '#contract/plain-text.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import type { Message } from '#portal/action/message.ts'
import { CallFailure, reasonAfter } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { recordQueries } from '#portal/client-records/queries.ts'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import { newerRecord } from '#portal/form/conflicts.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { papers as paperKind } from '#portal/papers/papers-of-client.tsx'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Banner } from '#ui/banner.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { pictureQuery, useRemoveFile, useRenameFile } from './queries.ts'

type FileDialogProps = { file: ClientFile; onClose: () => void }

export function PictureDialog({ file, onClose }: FileDialogProps) {
  const query = useQuery(pictureQuery(file))
  return (
    <Dialog open title={file.name} width="wide" onClose={onClose}>
      <Loaded query={query} waiting={<LoadingSkeleton lines={10} />} failed="Unable to load the picture.">
        {(content) => <Picture content={content} name={file.name} />}
      </Loaded>
    </Dialog>
  )
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const [address, setAddress] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  if (isBroken) return <p>This browser can’t show the picture. Download it and open it in another app.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a tall picture scrolls, by arrow keys too
    <img className="shown-picture" src={address} alt={name} tabIndex={0} onError={() => setBroken(true)} />
  )
}

export function RenameFileDialog({ file, onClose }: FileDialogProps) {
  const { data: papers } = useQuery(recordQueries.ofClient(paperKind, file.clientId))
  const [typed, setTyped] = useState({ name: file.name, paperId: file.paperId })
  /** As it was when the form was filled with it; the list may show a newer one meanwhile. */
  const [opened] = useState(file)
  const [isNameless, setNameless] = useState(false)
  const change = useRenameFile(file)
  const renaming = useAction(change, { done: 'Saved.', failed: notRenamed })
  const { label, max, required, dir } = fileFields.name

  async function submit() {
    const name = typed.name.trim()
    setNameless(name === '')
    if (name === '') return
    const { version } = newerRecord<ClientFile>(change.error) ?? opened
    await renaming.start({ ...typed, name, version }, onClose)
  }

  return (
    <FormDialog
      title="Edit file"
      submitLabel="Save"
      busy={renaming.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <div ref={renaming.question}>
        <AboutOpenClient clientId={file.clientId} />
      </div>
      <TextField
        label={label}
        required
        maxLength={max}
        dir={dir}
        value={typed.name}
        error={isNameless ? required : undefined}
        onChange={({ currentTarget }) => {
          rewriteTyped(currentTarget, toSingleLine)
          setTyped({ ...typed, name: currentTarget.value })
        }}
      />
      {papers && (
        <SelectField
          label="Signed document"
          hint="What it is a copy of"
          value={typed.paperId ?? ''}
          onChange={({ currentTarget }) => setTyped({ ...typed, paperId: currentTarget.value || null })}
          options={[
            { value: '', label: 'None' },
            ...papers.map((paper) => ({
              value: paper.id,
              label: `${paperName(paper)}, signed ${shortCalendarDate(paper.signedOn)}`,
            })),
          ]}
        />
      )}
      {renaming.failure && <Banner tone="danger">{renaming.failure}</Banner>}
    </FormDialog>
  )
}

function notRenamed(error: unknown): Message {
  const newer = newerRecord<ClientFile>(error)
  if (newer)
    return {
      title: `Someone else has just changed this file. It is now called “${newer.name}”.`,
      detail: 'Save again to replace their change, or cancel to keep it.',
    }
  const title = 'The file was not changed.'
  const [ofField] = error instanceof CallFailure ? Object.values(error.fields) : []
  return { title, detail: ofField ?? reasonAfter(title, error, { 'not-found': 'It has been deleted.' }) }
}

export function DeleteFileDialog({ file, onClose }: FileDialogProps) {
  const removal = useAction(useRemoveFile(file), {
    done: `${file.name} was deleted.`,
    failed: 'The file was not deleted.',
  })
  return (
    <ActionDialog
      action={removal}
      title="Delete file"
      confirmLabel="Delete"
      onConfirm={() => void removal.start(undefined, onClose)}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete <bdi>{file.name}</bdi>?
      </p>
      <p>
        <AboutOpenClient clientId={file.clientId} />
      </p>
      <p>A super admin can restore it.</p>
    </ActionDialog>
  )
}
