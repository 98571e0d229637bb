/**
 * A form of the organization, once: the PDF to fill in and the page to read are both made from it.
 * Texts and structure stand together, one `….en.ts` a form; a translation is a second file with the same ids.
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
  /** What helps to have at hand. */
  bring: readonly string[]
  sections: readonly FormSection[]
}

export interface FormSection {
  id: string
  title: string
  /** Sentences above the fields, such as the privacy notice. */
  notice?: string
  /** Filled in by staff, set apart by its ground. */
  office?: boolean
  /** What stands side by side on paper; the widths of a row add up to 12. */
  rows: readonly (readonly FormField[])[]
}

interface Labeled {
  /** Unique in its section. */
  id: string
  label: string
  /** What helps to answer; shown on the page, and said with the label in the PDF. */
  hint?: string
  /** What a screen reader says in the PDF where the label alone would not do. */
  spoken?: string
  /** Twelfths of the page's width. */
  width: number
  required?: true
}

/** `lines` is the least number of lines; what is free on the page is shared among such fields. */
type TextField = Labeled & { kind: 'text' | 'date' | 'signature' }
type LinesField = Labeled & { kind: 'lines'; lines: number }
/** One statement to agree to. */
type CheckboxField = Labeled & { kind: 'checkbox' }
/** `choice`: one of them. `choices`: as many as fit. */
export type ChoiceField = Labeled & { kind: 'choice' | 'choices'; options: readonly string[] }
export type TableField = Labeled & {
  kind: 'table'
  columns: readonly TableColumn[]
  /** The names of the rows, shown in a first column of their own when `named` says how that is headed. */
  rows: readonly string[]
  named?: { label: string; width: number }
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
