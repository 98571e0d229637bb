import './import.css'
import { useRef, useState } from 'react'
import type { CheckedImport, ImportChoices } from '#contract/clients/import-endpoints.ts'
import { type ImportEncoding, importEncodings } from '#contract/clients/import-fields.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { CallFailure, errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { Progress } from '#portal/downloads/export.tsx'
import { DraftStatus, OtherDraft, WithDraft } from '#portal/drafts/draft-status.tsx'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { SelectField } from '#ui/select-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { ChooseColumns } from './choose-columns.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { ToCheck, WrongRows } from './findings.tsx'
import {
  type ChosenFile,
  keepChoices,
  keptChoices,
  noChoices,
  readChosen,
  useCheck,
  useImport,
} from './queries.ts'
import { Questions } from './questions.tsx'

interface Checked {
  file: ChosenFile
  choices: ImportChoices
  result: CheckedImport
}

/** docs/product.md 124: a file is chosen, checked as often as it takes, and imported. */
export function ImportScreen() {
  return (
    <Screen
      title={screens.importClients.title}
      intro={
        <p>
          Add clients from a spreadsheet that was saved as CSV. Nothing is added before you have seen what was
          found, and an import can be undone.
        </p>
      }
    >
      <WithDraft form="import" lines={3}>
        {(draft) => <ImportSteps draft={draft} />}
      </WithDraft>
    </Screen>
  )
}

function ImportSteps({ draft }: { draft: PageDraft }) {
  const [file, setFile] = useState<ChosenFile>()
  const [unread, setUnread] = useState<string>()
  const [choices, setChoices] = useState(() => keptChoices(draft))
  const [isRestored, setRestored] = useState(choices !== noChoices)
  const [checked, setChecked] = useState<Checked>()
  const showToast = useToast()
  const checking = useCheck()
  const importing = useImport(({ clients }) => {
    draft.write(null)
    const text = `Imported ${plural(clients, 'client', 'clients')}.`
    const link = { href: screenPath('admin', 'clients'), label: 'Open the client list' }
    showToast({ text, link, duration: null, lasts: true })
  })
  const busy = checking.isPending ? 'Checking' : importing.isPending ? 'Importing' : undefined

  function check(file: ChosenFile, choices: ImportChoices) {
    checking.mutate({ file, choices }, { onSuccess: (result) => setChecked({ file, choices, result }) })
  }

  async function choose(chosen: File) {
    importing.reset()
    try {
      const read = await readChosen(chosen)
      setUnread(undefined)
      setFile(read)
      check(read, choices)
    } catch (error) {
      setUnread((error as Error).message)
    }
  }

  function change(part: Partial<ImportChoices>) {
    if (!importing.isPending) importing.reset()
    const next = { ...choices, ...part }
    setChoices(next)
    keepChoices(draft, next)
    return next
  }

  function discard() {
    draft.write(null)
    setChoices(noChoices)
    setRestored(false)
    if (file) check(file, noChoices)
  }

  function start(file: ChosenFile) {
    importing.mutate(
      { file, choices },
      {
        onSuccess() {
          setFile(undefined)
          setChecked(undefined)
          setChoices(noChoices)
          setRestored(false)
        },
        onError(error) {
          if (!isFailure(error, 'rows-refused')) return
          importing.reset()
          check(file, choices)
        },
      },
    )
  }

  const isCurrent = checked !== undefined && checked.file === file && checked.choices === choices
  // A new file replaces the results of the one before it once it has been checked, or was refused.
  const isShown = checked !== undefined && (checked.file === file || checking.isPending)
  const { file: refusedFile, encoding, columns } = fieldsOf(checking.error)
  const isPlaced = refusedFile || encoding || (columns && isShown)
  const error = importing.error ?? (isPlaced ? undefined : checking.error)
  const failure = error ? errorMessage(error) : undefined
  return (
    <div className="stack import-clients">
      {/* A form, so that the page outlives its session. */}
      <form className="stack" onSubmit={(event) => event.preventDefault()}>
        <OtherDraft draft={draft} />
        {isRestored && (
          <Banner title="Your earlier answers have been restored.">
            {!file && <p>Choose the file again to go on.</p>}
            <Button small onClick={discard}>
              Discard answers
            </Button>
          </Banner>
        )}
        <ChooseFile
          file={file}
          encoding={choices.encoding}
          refused={{ file: unread ?? refusedFile, encoding }}
          busy={busy !== undefined}
          onChoose={(chosen) => void choose(chosen)}
          onEncoding={(encoding) => {
            const next = change({ encoding })
            if (file) check(file, next)
          }}
        />
        {isShown && (
          <>
            <ChooseColumns
              checked={checked.result}
              chosen={choices.columns}
              error={columns}
              onChoose={(heading, field) => change({ columns: { ...choices.columns, [heading]: field } })}
            />
            <Questions
              checked={checked.result}
              answered={checked.choices.values}
              choices={choices}
              onChange={change}
            />
            <WrongRows checked={checked.result} />
            <ToCheck checked={checked.result} />
          </>
        )}
        {file && (isShown || busy || failure) && (
          <NextStep
            file={file}
            choices={choices}
            result={isCurrent ? checked?.result : undefined}
            isChecked={checked !== undefined}
            busy={busy}
            failure={failure}
            onCheck={() => check(file, choices)}
            onImport={() => start(file)}
          />
        )}
        <p>
          <DraftStatus draft={draft} />
        </p>
      </form>
      {!file && <EarlierImports />}
    </div>
  )
}

const fieldsOf = (error: unknown) => (error instanceof CallFailure ? error.fields : {})

type ChooseFileProps = {
  file: ChosenFile | undefined
  encoding: ImportEncoding | undefined
  refused: { file: string | undefined; encoding: string | undefined }
  busy: boolean
  onChoose: (file: File) => void
  onEncoding: (encoding: ImportEncoding) => void
}

const encodingNames: Record<ImportEncoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (Western European)',
  macintosh: 'Older Mac',
}

function ChooseFile({ file, encoding, refused, busy, onChoose, onEncoding }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Card title="File" className="stack">
      {file ? (
        <p>
          <bdi className="import-file">{file.name}</bdi>
        </p>
      ) : (
        <p>
          In Excel choose <em>Save as</em> and <em>CSV UTF-8</em>; in Google Sheets <em>Download</em> and{' '}
          <em>Comma-separated values</em>. At most 5 MB and 10,000 rows.
        </p>
      )}
      {refused.file && (
        <Banner tone="danger" title="This file can’t be imported.">
          {refused.file}
        </Banner>
      )}
      {(refused.encoding || encoding) && (
        <SelectField
          label="Encoding"
          className="import-encoding"
          hint="Excel’s plain “CSV” is Windows, or Older Mac if it was saved on a Mac."
          error={refused.encoding}
          options={importEncodings.map((value) => ({ value, label: encodingNames[value] }))}
          value={encoding ?? 'utf-8'}
          onChange={({ currentTarget }) => onEncoding(currentTarget.value as ImportEncoding)}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label="CSV file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) onChoose(chosen)
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <div>
        <Button
          tone={file ? 'secondary' : 'primary'}
          icon="file"
          busy={busy}
          onClick={() => input.current?.click()}
        >
          {file ? 'Choose the file again' : 'Choose a CSV file'}
        </Button>
      </div>
    </Card>
  )
}

type NextStepProps = {
  file: ChosenFile
  choices: ImportChoices
  /** Undefined while something has changed since the last check. */
  result: CheckedImport | undefined
  isChecked: boolean
  busy: 'Checking' | 'Importing' | undefined
  failure: string | undefined
  onCheck: () => void
  onImport: () => void
}

function NextStep({ file, choices, result, isChecked, busy, failure, onCheck, onImport }: NextStepProps) {
  const state = useRef<HTMLDivElement>(null)
  const problems = result ? problemsIn(result, choices) : []
  const canImport = result !== undefined && problems.length === 0 && result.toImport > 0
  const clients = result && plural(result.toImport, 'client', 'clients')
  const onceGone = focusOnRemoval(() => state.current)
  return (
    <Card title="Import" className="stack" asksForAction={canImport}>
      <div role="status" tabIndex={-1} ref={state}>
        {busy ? (
          <Progress label={`${busy} ${file.name}…`} />
        ) : result ? (
          <Found result={result} problems={problems} />
        ) : (
          isChecked && <p>You have changed something. Check the file again.</p>
        )}
      </div>
      {failure && <Banner tone="danger">{failure}</Banner>}
      {canImport ? (
        <div key="import">
          <Button tone="primary" busy={busy !== undefined} ref={onceGone} onClick={onImport}>
            Import {clients}
          </Button>
        </div>
      ) : (
        (!result || failure) && (
          <div key="check">
            <Button tone="primary" icon="refresh" busy={busy !== undefined} ref={onceGone} onClick={onCheck}>
              Check again
            </Button>
          </div>
        )
      )}
    </Card>
  )
}

/** What the import would do, or what it still needs. */
function Found({ result, problems }: { result: CheckedImport; problems: readonly string[] }) {
  const { rows, toImport, skipped } = result
  if (problems.length === 0)
    return (
      <p>
        {toImport > 0
          ? `${plural(toImport, 'client', 'clients')} can be imported`
          : 'There is nothing to import'}
        {skipped > 0 && `; ${plural(skipped, 'row is', 'rows are')} left out`}.
      </p>
    )
  return (
    <>
      <p>Before the {plural(rows, 'row', 'rows')} can be imported:</p>
      <ul className="import-list">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  )
}

function problemsIn(
  { missing, columns, unknownValues, duplicates, wrongRows }: CheckedImport,
  { duplicates: choice }: ImportChoices,
): string[] {
  const isUnclear = missing.length > 0 || columns.some(({ likely }) => likely !== null)
  return [
    ...(isUnclear ? ['Choose what the columns are.'] : []),
    ...(unknownValues.length > 0 ? ['Answer the questions.'] : []),
    ...(duplicates > 0 && choice === 'stop'
      ? [`Decide about ${plural(duplicates, 'row that may be a duplicate', 'rows that may be duplicates')}.`]
      : []),
    ...(wrongRows > 0 ? [`Correct ${plural(wrongRows, 'row', 'rows')} in the spreadsheet.`] : []),
  ]
}
