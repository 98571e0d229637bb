import './file-entry.css'
import type { Form } from '#contract/forms/form.ts'
import { formFilePath } from '#contract/paths.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { fileEntryWording as wording } from './wording.en.ts'

type FileEntryProps = {
  form: Form
  /** Leaves out the link to the form's page. */
  onItsPage?: boolean
}

/**
 * A form to download: name, content type and size. The `forms` script, which its page has to load, fills in the latter
 * two; until then their space is reserved.
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
