import '#ui/visually-hidden.css'
import './file-entry.css'
import type { Form } from '#contract/forms/form.ts'
import { formFilePath } from '#contract/paths.ts'
import { Icon } from '#ui/icon.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { fileEntryWording as wording } from './wording.en.ts'

type FileEntryProps = {
  form: Form
  /** Its own page needs no link to itself. */
  onItsPage?: boolean
}

/**
 * A form to download: name, content type and size. The page's script reads the latter two; without it
 * they stay blank, and their room is kept. Its page lists `forms` among its scripts.
 */
export function FileEntry({ form, onItsPage }: FileEntryProps) {
  const file = formFilePath(form.path)
  return (
    <div className="file-entry" data-file={file}>
      <span className="file-entry-sign">
        <Icon name="file" size="large" />
      </span>
      <div className="file-entry-words">
        <p className="file-entry-name">{form.title}</p>
        <dl>
          <div>
            <dt className="visually-hidden">{wording.type}</dt>
            <dd data-file-type="" />
          </div>
          <div>
            <dt className="visually-hidden">{wording.size}</dt>
            <dd data-file-size="" />
          </div>
        </dl>
        {!onItsPage && <a href={form.path}>{wording.read}</a>}
      </div>
      <LinkButton tone="primary" icon="download" href={file} download="">
        {wording.download}
      </LinkButton>
    </div>
  )
}
