import './files.css'
import { type ComponentProps, useRef } from 'react'
import { can } from '#contract/access/permissions.ts'
import { fileTypes } from '#contract/files/fields.ts'
import { Progress } from '#portal/downloads/export.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { type Place, removeUnsent, type UnsentFile, useUnsentFiles } from './unsent-files.ts'
import { useUpload } from './uploads.ts'

type FileButtonProps = Pick<
  ComponentProps<typeof Button>,
  'id' | 'icon' | 'className' | 'aria-describedby'
> & {
  label: string
  /** Opens the camera of a phone, which would not let anyone choose a file. */
  takesPicture?: boolean
  onChosen: (files: readonly File[]) => void
}

function FileButton({ label, takesPicture = false, onChosen, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        // Without HEIC in it, an iPhone sends JPEG.
        accept={fileTypes.join()}
        multiple={!takesPicture}
        capture={takesPicture ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])])
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button small tone="quiet" {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

type AddFilesProps = { place: Place; describedBy?: string }

/** The buttons that choose files for a place. */
export function AddFiles({ place, describedBy }: AddFilesProps) {
  const { role } = useSession()
  const { add } = useUpload(place)
  if (!can(role, 'files:write')) return null
  const isOfPaper = place.paperId !== undefined
  const button = { onChosen: add, 'aria-describedby': describedBy }
  return (
    <>
      {!isOfPaper && (
        <FileButton {...button} className="take-picture" icon="camera" label="Take a picture" takesPicture />
      )}
      <FileButton {...button} id={addId(place)} icon="plus" label="Add a file" />
    </>
  )
}

const addId = ({ clientId, paperId }: Place) => `add-file-${paperId ?? clientId}`

/** The files on their way to a place, and those that could not be added. */
export function UnsentFiles({ place }: { place: Place }) {
  const files = useUnsentFiles(place)
  const { retry } = useUpload(place)
  const sending = files.find(({ sent }) => sent !== undefined)
  return (
    <>
      {/* Not each percent is announced. */}
      <p className="visually-hidden" role="status">
        {sending && `Adding ${sending.chosen.name}: ${percent(sending.sent, 25)}`}
      </p>
      {files.length > 0 && (
        <ul className="screen-only">
          {files.map((file) => (
            <UnsentLine key={file.key} file={file} place={place} onRetry={() => retry(file.key)} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Rounded down to a multiple of `step`. */
const percent = (share = 0, step = 1) => `${Math.floor((share * 100) / step) * step} percent`

type UnsentLineProps = { file: UnsentFile; place: Place; onRetry: () => void }

function UnsentLine({ file: { key, chosen, sent, failure }, place, onRetry }: UnsentLineProps) {
  const nameId = `unsent-${key}`
  const name = <bdi id={nameId}>{chosen.name}</bdi>
  const button = { small: true, tone: 'quiet', 'aria-describedby': nameId } as const
  return (
    <li
      className="record-line row row-apart"
      ref={focusOnRemoval(() => document.getElementById(addId(place)))}
    >
      <div className="record-line-text">
        {failure === undefined ? (
          <Progress
            label={
              <>
                {name}, {sent === undefined ? 'waiting' : percent(sent)}
              </>
            }
            value={sent ?? 0}
            max={1}
          />
        ) : (
          <>
            {name}
            <span className="not-added" role="alert">
              Not added. {failure}
            </span>
          </>
        )}
      </div>
      <div className="record-line-actions">
        {failure !== undefined && (
          <Button {...button} icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button {...button} icon="close" onClick={() => removeUnsent(key)}>
          {failure === undefined ? 'Cancel' : 'Remove'}
        </Button>
      </div>
    </li>
  )
}
