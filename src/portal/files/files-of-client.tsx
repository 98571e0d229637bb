import '#portal/screen/record-line.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import { fileSize } from '#contract/file-size.ts'
import type { ClientFile } from '#contract/files/endpoints.ts'
import type { Paper } from '#contract/papers/endpoints.ts'
import { paperName } from '#contract/papers/fields.ts'
import { useAction } from '#portal/action/action.tsx'
import { Loaded } from '#portal/calls/loaded.tsx'
import { recordQueries } from '#portal/client-records/queries.ts'
import { papers as paperKind } from '#portal/papers/papers-of-client.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { AddFiles, UnsentFiles } from './add-files.tsx'
import { DeleteFileDialog, PictureDialog, RenameFileDialog } from './file-dialogs.tsx'
import { filesQuery, useSaveFile } from './queries.ts'
import { useUnsentFiles } from './unsent-files.ts'

/** A client's files, and what can be done with them. */
export function FilesOfClient({ clientId }: { clientId: string }) {
  const query = useQuery(filesQuery(clientId))
  const place = { clientId }
  const unsent = useUnsentFiles(place)
  return (
    <Card title="Files" actions={<AddFiles place={place} />}>
      <UnsentFiles place={place} />
      <Loaded query={query} waiting={<LoadingSkeleton lines={1} />} failed="Unable to load the files.">
        {(files) =>
          files.length === 0 ? (
            unsent.length === 0 && <p className="soft card-nothing">No files have been added.</p>
          ) : (
            <ul>
              {files.map((file) => (
                <FileLine key={file.id} file={file} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

const dialogs = { picture: PictureDialog, name: RenameFileDialog, deletion: DeleteFileDialog }

function FileLine({ file }: { file: ClientFile }) {
  const { role } = useSession()
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  const saving = useSaving(file)
  const nameId = `file-${file.id}`
  const button = { small: true, tone: 'quiet', 'aria-describedby': nameId } as const
  const OpenDialog = opened && dialogs[opened]
  return (
    <li className="record-line row row-apart" ref={focusOnRemoval()}>
      <div className="record-line-text">
        <span id={nameId} dir="auto">
          {file.name}
        </span>
        <FileFacts file={file} />
      </div>
      <div className="record-line-actions screen-only">
        {isPicture(file) && (
          <Button {...button} icon="eye" onClick={() => setOpened('picture')}>
            View
          </Button>
        )}
        <Button {...button} icon="download" busy={saving.isPending} onClick={() => void saving.start()}>
          Download
        </Button>
        {can(role, 'files:write') && (
          <Button {...button} icon="edit" onClick={() => setOpened('name')}>
            Edit
          </Button>
        )}
        {can(role, 'files:delete') && (
          <Button {...button} icon="trash" onClick={() => setOpened('deletion')}>
            Delete
          </Button>
        )}
      </div>
      {OpenDialog && <OpenDialog file={file} onClose={() => setOpened(undefined)} />}
    </li>
  )
}

const isPicture = ({ type }: ClientFile) => type !== 'application/pdf'

function useSaving(file: ClientFile) {
  return useAction(useSaveFile(file), {
    done: `${file.name} is in your downloads.`,
    failed: `${file.name} could not be downloaded.`,
  })
}

function FileFacts({ file: { clientId, paperId, bytes, createdAt, createdBy } }: { file: ClientFile }) {
  const { data: papers } = useQuery({
    ...recordQueries.ofClient(paperKind, clientId),
    enabled: paperId !== null,
  })
  const paper = papers?.find(({ id }) => id === paperId)
  const facts = [fileSize(bytes), shortDate(createdAt), createdBy, paper && `Copy of ${paperName(paper)}`]
  return (
    <span className="small-soft" dir="auto">
      {facts.filter(Boolean).join(' · ')}
    </span>
  )
}

/** The copies of a signed document, in its line. */
export function FilesOfPaper({ paper: { id: paperId, clientId }, lineId }: { paper: Paper; lineId: string }) {
  const { data: files = [] } = useQuery(filesQuery(clientId))
  const place = { clientId, paperId }
  return (
    <div className="files-of-paper screen-only">
      <UnsentFiles place={place} />
      <div className="record-line-actions">
        {files
          .filter((file) => file.paperId === paperId)
          .map((file) => (
            <FileButton key={file.id} file={file} />
          ))}
        <AddFiles place={place} describedBy={lineId} />
      </div>
    </div>
  )
}

/** Shows a picture and saves a PDF. */
function FileButton({ file }: { file: ClientFile }) {
  const [isOpen, setOpen] = useState(false)
  const saving = useSaving(file)
  const open = () => (isPicture(file) ? setOpen(true) : void saving.start())
  return (
    <>
      <Button
        small
        tone="quiet"
        icon={isPicture(file) ? 'eye' : 'download'}
        busy={saving.isPending}
        onClick={open}
      >
        <span className="visually-hidden">{isPicture(file) ? 'View' : 'Download'} </span>
        <bdi>{file.name}</bdi>
      </Button>
      {isOpen && <PictureDialog file={file} onClose={() => setOpen(false)} />}
    </>
  )
}
