/**
 * A form of the organization: the source of both the fillable PDF and the page that shows it. Each form is one `….en.ts`
 * with structure and texts; a translation is another file with the same ids.
 */
export interface Form {
  /** The address of the page to read. */
  path: string
  /** The page of the service that it belongs to. */
  service: string
  title: string
  version: string
  /** The day of this version, `YYYY-MM-DD`. The PDF carries it as its date, so equal input gives equal bytes. */
  dated: string
  /** One sentence: what the form is for. */
  purpose: string
  /** What to have ready when filling in the form. */
  bring: readonly string[]
  sections: readonly FormSection[]
}

export interface FormSection {
  id: string
  title: string
  /** Sentences above the fields, such as the privacy notice. */
  notice?: string
  /** Filled in by staff, and set apart by its background. */
  office?: boolean
  /** Fields of a row are side by side on paper; their widths add up to 12. */
  rows: readonly (readonly FormField[])[]
}

interface Labeled {
  /** Unique in its section. */
  id: string
  label: string
  /** Help text, shown on the page and part of the tooltip in the PDF. */
  hint?: string
  /** Replaces the label in the tooltip where the label alone is ambiguous. */
  spoken?: string
  /** Twelfths of the page's width. */
  width: number
  required?: true
}

/** `lines` is the minimum number of lines; such fields share the free space of the page. */
type TextField = Labeled & { kind: 'text' | 'date' | 'signature' }
type LinesField = Labeled & { kind: 'lines'; lines: number }
/** One statement to agree to. */
type CheckboxField = Labeled & { kind: 'checkbox' }
/** `choice`: one option. `choices`: any number of them. */
export type ChoiceField = Labeled & { kind: 'choice' | 'choices'; options: readonly string[] }
export type TableField = Labeled & {
  kind: 'table'
  columns: readonly TableColumn[]
  /** The names of the rows. They are shown, in a first column, only if that has a `rowHeader`. */
  rows: readonly string[]
  rowHeader?: { label: string; width: number }
}

export interface TableColumn {
  id: string
  label: string
  /** Share of the table's width; they need not add up to anything. */
  width: number
  kind: 'text' | 'date' | 'checkbox'
  /** Leaves the cells of these rows empty, by the rows' names. */
  except?: readonly string[]
}

export type FormField = TextField | LinesField | CheckboxField | ChoiceField | TableField
